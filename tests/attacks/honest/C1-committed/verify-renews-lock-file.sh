# Verify calls a package manager that brings its lock file up to date.
. "$ATTACKS/words-loop.sh"
echo '{}' >package-lock.json
echo 'test "$(sh calc.sh)" = 5 && date +%N >package-lock.json' >check.sh
loop_repo
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'
A
loop
passes
