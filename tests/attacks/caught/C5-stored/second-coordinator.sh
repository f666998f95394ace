# The same spec is run twice at once.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'A'
  - do: [{sleep: 3}, {write: {path: a.txt, text: "a\n"}}, {say: TASK_COMPLETE}]
A
settings; repo; git switch -q -c work
assay loop run specs/demo >"$BOX/first" 2>&1 & sleep 1.5
assay loop run specs/demo >"$BOX/out" 2>"$BOX/err"; status=$?
wait
asked=yes
[ "$status" -ne 0 ] || fail "two at once"
grep -q ALL_TASKS_COMPLETE "$BOX/first" || { cat "$BOX/first"; fail "the first was disturbed"; }
