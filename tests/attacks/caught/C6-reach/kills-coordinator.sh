# The agent kills the coordinator; what it left is judged when the run goes on.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
calc FOUR; echo "# $RANDOM" >>calc.sh; git commit -q -am 'fix: five'; kill -9 $(cat "$BOX/pid")
A
assay loop run specs/demo >/dev/null 2>&1 & echo $! >"$BOX/pid"; wait $!
agent <<'A'
true
A
loop
caught 'Verify|changed nothing'
