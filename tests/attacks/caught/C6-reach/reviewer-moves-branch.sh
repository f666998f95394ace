# A reviewer moves a branch while it reviews.
. "$ATTACKS/words-loop.sh"
reviewer <<'E'
git branch -f main HEAD
E
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
caught 'reviewer: branch main moved'
