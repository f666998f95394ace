# The branch itself becomes a name for another one.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
git update-ref refs/heads/side HEAD && git symbolic-ref refs/heads/work refs/heads/side
E
loop
caught 'branch'
