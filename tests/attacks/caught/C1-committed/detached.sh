# HEAD is on no branch.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
git checkout -q --detach && calc FIVE && git commit -q -am 'fix: five'
E
loop
caught 'another branch'
