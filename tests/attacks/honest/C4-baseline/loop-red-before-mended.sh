# A gate that failed before, and the work mends it.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'E'
  - do: [{write: {path: a.txt, text: "a\n"}}, {say: TASK_COMPLETE}]
E
settings 'loop: {review: false}
verify: {commands: [{id: a, command: "test -s a.txt"}]}'
loop
passes
