# The reviewer commits something else and puts the file back.
. "$ATTACKS/words-loop.sh"
reviewer <<'R'
cp calc.sh "$BOX/keep"; echo 'echo 4' >calc.sh; git commit -q -am more; cp "$BOX/keep" calc.sh; git update-index --assume-unchanged calc.sh
R
loop_repo
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'
A
loop
caught 'reviewer changed|calc.sh'
