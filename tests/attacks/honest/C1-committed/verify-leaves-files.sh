# Verify leaves a report beside the work that nobody ignores.
. "$ATTACKS/words-loop.sh"
echo 'test "$(sh calc.sh)" = 5 && date >report.txt && mkdir -p coverage && date >coverage/index.html' >check.sh
loop_repo
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'
A
loop
passes
