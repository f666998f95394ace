# A tag is moved.
. "$ATTACKS/words-loop.sh"
loop_repo
git tag v1
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
git tag -f v1
E
loop
caught 'tag v1 moved'
