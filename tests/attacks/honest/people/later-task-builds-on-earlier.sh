# The second task adds to the file of the first.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "grep -q one a.txt"
task 1.2 "More of a" a.txt "grep -q two a.txt"
agent <<'A'
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "one\n"}}, {say: TASK_COMPLETE}]
  - do: [{append: {path: a.txt, text: "two\n"}}, {say: TASK_COMPLETE}]
A
loop
passes
