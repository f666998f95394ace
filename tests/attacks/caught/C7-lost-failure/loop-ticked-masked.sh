# A ticked task whose Verify cannot fail is not taken over.
. "$ATTACKS/words-tasks.sh"
TICK=x task 1.1 "Write a" a.txt "test -s nosuch || true"
task 1.2 "Write b" b.txt "test -s b.txt"
agent <<'E'
  - do: [{write: {path: b.txt, text: "b\n"}}, {say: TASK_COMPLETE}]
E
loop
refused "1.1"
