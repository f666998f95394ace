# The shell's own test is no test runner.
. "$ATTACKS/words-goals.sh"
echo hi >README.md
phase '"`test -s README.md` passes", "`[ -f README.md ]` succeeds"'
repo
goals
passes
