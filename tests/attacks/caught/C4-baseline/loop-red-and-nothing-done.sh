# Every task is ticked, the gate is red, and the run did nothing.
. "$ATTACKS/words-tasks.sh"
echo a >a.txt
TICK=x task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'E'
  - do: [{say: TASK_COMPLETE}]
E
settings 'loop: {review: false}
verify: {commands: [{id: red, command: "test -e nosuch"}]}'
loop
caught "gates of the workspace do not pass"
