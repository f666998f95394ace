# The agent says who it is.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
git config user.name Agent && git config user.email a@example.com && git config advice.detachedHead false && calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
