# The word is printed on stderr by a text agent.
. "$ATTACKS/words-tasks.sh"
DIALECT=text
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'A'
  - do: [{quietly: "echo a >a.txt"}, {stderr: "TASK_COMPLETE"}, {say: "not done"}]
A
settings 'loop: {review: false, max_task_iterations: 1}'
loop
caught 'TASK_COMPLETE is missing|signal'
