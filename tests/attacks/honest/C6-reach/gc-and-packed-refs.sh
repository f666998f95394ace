# The agent packs the repository.
. "$ATTACKS/words-loop.sh"
loop_repo
git tag v1
agent <<'E'
calc FIVE && git commit -q -am 'fix: five' && git pack-refs --all && git gc -q
E
loop
passes
clean_tree
