# History is cut.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
git rev-parse HEAD >.git/shallow
E
loop
caught 'shallow added'
