# The second task rests on the work of the first.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
task 1.2 "Write it again" - "test -s a.txt"
agent <<'E'
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "a\n"}}, {say: "TASK_COMPLETE"}]
  - do: [{say: "TASK_COMPLETE"}]
E
loop
caught "changed nothing"
