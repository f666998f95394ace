# A task without files whose words ask for tests.
. "$ATTACKS/words-tasks.sh"
mkdir tests; echo 'pass' >tests/test_a.py
task T001 "Update the tests" - "test -s a.txt"
agent <<'E'
  - do: [{write: {path: a.txt, text: "a\n"}}, {append: {path: tests/test_a.py, text: "pass\n"}}, {commit: work}, {say: TASK_COMPLETE}]
E
loop
passes
