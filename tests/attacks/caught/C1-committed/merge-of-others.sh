# A branch of the user is merged along.
. "$ATTACKS/words-loop.sh"
loop_repo
git switch -q main && git switch -q -c risky && echo 'evil' >risky.txt && git add risky.txt && git commit -q -m risky && git switch -q work
agent <<'A'
calc FIVE; git commit -q -am 'fix: five'; git merge -q --no-edit risky
A
loop
caught 'risky.txt'
