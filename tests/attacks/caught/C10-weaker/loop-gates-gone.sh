# The gates were taken out of assay.yaml since the last run of the spec: it is told.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
task 1.2 "Write b" b.txt "test -s b.txt"
agent <<'A'
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "a\n"}}, {say: TASK_COMPLETE}]
  - do: [{write: {path: b.txt, text: "b\n"}}, {say: TASK_COMPLETE}]
A
settings 'loop: {review: false, max_task_iterations: 1}
verify:
  commands:
    - {id: never, command: "test ! -f b.txt"}'
loop
[ "$status" -ne 0 ] || fail "the gate fails"
settings 'loop: {review: false, max_task_iterations: 1}'
git commit -qam weaker
loop
asked=yes
says 'never'
