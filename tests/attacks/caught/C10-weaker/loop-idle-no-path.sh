# A task without a path, an agent that changes nothing and claims to be done.
. "$ATTACKS/words-tasks.sh"
echo hello >old.txt
task T001 "Do the work" - "test -s old.txt"
agent <<'E'
  - do: [{say: "All done.\nTASK_COMPLETE"}]
E
loop
caught "changed nothing"
