# The commit before is rewritten.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git commit -q -a --amend -m 'fix: five'
E
loop
caught 'rewrote history'
