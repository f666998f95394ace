# Killed by its agent, which ticks everything before the run goes on.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "grep -q good a.txt"
task 1.2 "Write b" b.txt "test -s b.txt"
agent <<'A'
  - match: {task: "1.1", attempt: 1}
    do: [{quietly: "sed -i 's/\\[ \\]/[x]/' specs/demo/tasks.md; kill -9 $(cat $BOX/pid)"}, {say: TASK_COMPLETE}]
  - do: [{say: TASK_COMPLETE}]
A
settings 'loop: {review: false, max_task_iterations: 2}'
repo && git switch -q -c work
assay loop run specs/demo >/dev/null 2>&1 & echo $! >"$BOX/pid"; wait $!
loop
caught 'changed nothing'
