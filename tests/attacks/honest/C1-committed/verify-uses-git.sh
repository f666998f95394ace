# Verify asks git, which refreshes its index, and stashes and takes back.
. "$ATTACKS/words-loop.sh"
echo 'git status >/dev/null; git diff --quiet; git log -1 --format=%s >/dev/null; test "$(sh calc.sh)" = 5' >check.sh
loop_repo
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'
A
loop
passes
clean_tree
