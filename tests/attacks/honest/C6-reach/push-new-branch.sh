# The agent pushes a branch that nobody had pushed yet.
. "$ATTACKS/words-loop.sh"
loop_repo
git init -q --bare "$BOX/team.git" && git remote add origin "$BOX/team.git" && git push -q origin main
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'; git push -q -u origin work
A
loop
passes
