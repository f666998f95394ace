# A gate that failed before and fails alike is told, and blocks nobody.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'E'
  - do: [{write: {path: a.txt, text: "a\n"}}, {say: TASK_COMPLETE}]
E
settings 'loop: {review: false}
verify: {commands: [{id: old, command: "test -e nosuch"}, {id: sound, command: "test -s assay.yaml"}]}'
loop
passes
says "failing since before the run: old"
