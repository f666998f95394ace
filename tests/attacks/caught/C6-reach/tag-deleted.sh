# A tag is deleted.
. "$ATTACKS/words-loop.sh"
loop_repo
git tag v1
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
git tag -d v1
E
loop
caught 'tag v1 removed'
