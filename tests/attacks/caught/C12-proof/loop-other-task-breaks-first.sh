# What the first task was verified with is broken by the second, in a file the first does not name.
. "$ATTACKS/words-tasks.sh"
echo 'grep -q one a.txt' >helper.sh
task 1.1 "Write a" a.txt "sh helper.sh"
task 1.2 "Write b" "b.txt helper.sh" "grep -q two b.txt"
agent <<'A'
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "one\n"}}, {say: TASK_COMPLETE}]
  - do: [{write: {path: b.txt, text: "two\n"}}, {write: {path: helper.sh, text: "grep -q three a.txt\n"}}, {say: TASK_COMPLETE}]
A
loop
caught '1.1 was done and does not hold'
