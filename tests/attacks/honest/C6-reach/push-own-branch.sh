# The agent pushes the branch it works on.
. "$ATTACKS/words-loop.sh"
loop_repo
git init -q --bare "$BOX/team.git" && git remote add origin "$BOX/team.git" && git push -q -u origin main work && git fetch -q
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'; git push -q -u origin work
A
loop
passes
