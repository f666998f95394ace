# Killed in the middle of its Verify; the file is broken before it goes on.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "sleep 1; grep -q good a.txt"
task 1.2 "Write b" b.txt "test -s b.txt"
agent <<'A'
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "good\n"}}, {say: TASK_COMPLETE}]
  - do: [{write: {path: b.txt, text: "b\n"}}, {quietly: "echo bad >a.txt; kill -9 $(cat $BOX/pid)"}, {say: TASK_COMPLETE}]
A
settings 'loop: {review: false, max_task_iterations: 1}'
repo && git switch -q -c work
assay loop run specs/demo >/dev/null 2>&1 & echo $! >"$BOX/pid"; wait $!
loop
caught 'a.txt'
