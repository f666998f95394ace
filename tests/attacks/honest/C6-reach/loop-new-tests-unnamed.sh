# A task without files adds tests.
. "$ATTACKS/words-tasks.sh"
task T001 "Do the work" - "test -s a.txt"
agent <<'E'
  - do: [{write: {path: a.txt, text: "a\n"}}, {write: {path: tests/test_a.py, text: "pass\n"}}, {commit: work}, {say: TASK_COMPLETE}]
E
loop
passes
