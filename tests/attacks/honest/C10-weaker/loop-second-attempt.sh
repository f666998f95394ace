# The first attempt works and forgets the word.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt" "feat: a"
agent <<'E'
  - match: {attempt: 1}
    do: [{write: {path: a.txt, text: "a\n"}}, {commit: "feat: a"}, {say: "I think so."}]
  - do: [{say: TASK_COMPLETE}]
E
loop
passes
