# The word in a sample, and prose that takes it back.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'E'
  - do: [{write: {path: a.txt, text: "a\n"}}, {say: "```\nTASK_COMPLETE\n```\nis what I would say if I were done."}]
E
loop
caught "TASK_COMPLETE is missing"
