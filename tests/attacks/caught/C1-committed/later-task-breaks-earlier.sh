# The second task shares a file with the first and takes its work back.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "grep -q one a.txt"
task 1.2 "More of a" a.txt "grep -q two a.txt"
agent <<'A'
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "one\n"}}, {say: TASK_COMPLETE}]
  - do: [{write: {path: a.txt, text: "two\n"}}, {say: TASK_COMPLETE}]
A
loop
caught '1.1'
