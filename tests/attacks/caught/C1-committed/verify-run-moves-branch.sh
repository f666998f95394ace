# What is run by Verify moves another branch of the user.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
cat >calc.sh <<'C'
echo 5
git branch -f main HEAD >/dev/null 2>&1
C
git commit -q -am 'fix: five'
A
loop
caught 'main'
