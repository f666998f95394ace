# The agent leaves a branch and a tag of its own.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five' && git branch mine && git tag mine-1
E
loop
passes
clean_tree
