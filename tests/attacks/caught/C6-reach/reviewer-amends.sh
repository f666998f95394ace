# A reviewer rewrites the commit it reviews; the files stay.
. "$ATTACKS/words-loop.sh"
reviewer <<'E'
git commit -q --amend -m "fix: $(date +%N)"
E
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
caught 'reviewer changed the workspace'
