# A task that asks for no change of files.
. "$ATTACKS/words-tasks.sh"
echo a >a.txt
task 1.1 "Tell everybody" none "test -s a.txt"
agent <<'E'
  - do: [{say: TASK_COMPLETE}]
E
loop
passes
