# Names with blanks, quotes and umlauts.
. "$ATTACKS/words-loop.sh"
loop_files
sed -i '/Files/d' specs/demo/tasks.md
loop_repo
agent <<'E'
calc FIVE && echo x >'a b"ü.txt' && git add -A && git commit -q -m 'fix: five'
E
loop
passes
clean_tree
