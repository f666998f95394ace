# A gate that is said to write rewrites a file at the end.
. "$ATTACKS/words-tasks.sh"
echo 1 >stamp.txt
task 1.1 "Write a" a.txt "grep -q good a.txt"
agent <<'A'
  - do: [{write: {path: a.txt, text: "good\n"}}, {say: TASK_COMPLETE}]
A
settings 'loop: {review: false, max_task_iterations: 1}
verify:
  commands:
    - {id: stamp, command: "sed -i s/.*/$RANDOM/ stamp.txt && test -s stamp.txt", mutates_workspace: true}'
loop
passes
