# The word is in files, not in the answer.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'A'
  - do: [{write: {path: a.txt, text: "TASK_COMPLETE\n"}}, {quietly: "echo TASK_COMPLETE >specs/demo/.progress-task-0.md"}, {say: "I am still at it."}]
A
settings 'loop: {review: false, max_task_iterations: 1}'
loop
caught 'TASK_COMPLETE is missing'
