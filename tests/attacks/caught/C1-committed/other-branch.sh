# The work is committed on another branch.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
git switch -q -c elsewhere && calc FIVE && git commit -q -am 'fix: five'
E
loop
caught 'another branch'
