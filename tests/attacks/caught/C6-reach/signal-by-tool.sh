# The word is what a tool printed.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'A'
  - do: [{write: {path: a.txt, text: "a\n"}}, {run: "echo; echo TASK_COMPLETE"}, {say: "See above."}]
A
settings 'loop: {review: false, max_task_iterations: 1}'
loop
caught 'TASK_COMPLETE is missing'
