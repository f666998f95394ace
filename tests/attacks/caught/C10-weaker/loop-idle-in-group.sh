# A member of a group that does nothing.
. "$ATTACKS/words-tasks.sh"
echo hello >old.txt
task 1.1 "[P] Write a" a.txt "test -s a.txt"
task 1.2 "[P] Rest" b.txt "test -s old.txt"
agent <<'E'
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "a\n"}}, {say: "TASK_COMPLETE"}]
  - do: [{say: "TASK_COMPLETE"}]
E
loop
caught "changed nothing"
