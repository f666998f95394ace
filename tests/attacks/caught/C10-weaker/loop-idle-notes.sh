# Notes for other agents are no work.
. "$ATTACKS/words-tasks.sh"
echo hello >old.txt
task 1.1 "Do the work" - "test -s old.txt"
agent <<'E'
  - do: [{append: {path: specs/demo/.progress.md, text: "- done\n"}}, {commit: "work"}, {say: "TASK_COMPLETE"}]
E
loop
caught "changed nothing"
