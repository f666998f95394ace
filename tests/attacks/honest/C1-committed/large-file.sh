# A file of 40 MB.
. "$ATTACKS/words-loop.sh"
loop_files
sed -i '/Files/d' specs/demo/tasks.md
loop_repo
agent <<'E'
calc FIVE && head -c 40000000 /dev/zero >big.dat && git add -A && git commit -q -m 'fix: five'
E
loop
passes
clean_tree
