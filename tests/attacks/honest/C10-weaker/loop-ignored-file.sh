# The file of the task is ignored by git.
. "$ATTACKS/words-tasks.sh"
echo .env >.gitignore
task 1.1 "Write .env" .env "test -s .env"
agent <<'E'
  - do: [{write: {path: .env, text: "A=1\n"}}, {say: TASK_COMPLETE}]
E
loop
passes
