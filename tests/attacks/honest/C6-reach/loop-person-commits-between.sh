# A person commits between two attempts.
. "$ATTACKS/words-tasks.sh"
echo readme >README.md
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'E'
  - match: {attempt: 1}
    do: [{say: "not yet"}]
  - do: [{write: {path: a.txt, text: "a\n"}}, {say: TASK_COMPLETE}]
E
loop
passes
