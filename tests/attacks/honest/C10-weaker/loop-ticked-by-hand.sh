# A tick by hand stands if its Verify passes.
. "$ATTACKS/words-tasks.sh"
echo a >a.txt
TICK=x task 1.1 "Write a" a.txt "test -s a.txt"
task 1.2 "Write b" b.txt "test -s b.txt"
agent <<'E'
  - do: [{write: {path: b.txt, text: "b\n"}}, {say: TASK_COMPLETE}]
E
loop
passes
launches 1
