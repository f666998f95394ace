# A ticked task whose Verify fails is open.
. "$ATTACKS/words-tasks.sh"
TICK=x task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'E'
  - do: [{say: TASK_COMPLETE}]
E
loop
caught "was ticked"
