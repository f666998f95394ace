# The agent puts its work aside and takes it back.
. "$ATTACKS/words-loop.sh"
loop_repo
echo x >>check.sh && git stash -q
agent <<'E'
calc FIVE && git stash -q && git stash pop -q && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
