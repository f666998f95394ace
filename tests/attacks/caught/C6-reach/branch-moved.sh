# Another branch is moved.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
git branch -f main HEAD
E
loop
caught 'branch main moved'
