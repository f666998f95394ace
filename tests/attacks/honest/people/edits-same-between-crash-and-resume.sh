# Killed; a person goes on with the file of the task by hand.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "grep -q good a.txt"
agent <<'A'
  - match: {attempt: 1}
    do: [{quietly: "echo half >a.txt; kill -9 $(cat $BOX/pid)"}, {sleep: 5}]
  - do: [{append: {path: a.txt, text: "good\n"}}, {say: TASK_COMPLETE}]
A
settings $'isolation: {agents: none}\nloop: {review: false, max_task_iterations: 2}' # it kills its coordinator
repo; git switch -q -c work
assay loop run specs/demo >/dev/null 2>&1 & echo $! >"$BOX/pid"; wait $!
echo mine >>a.txt
loop
passes
grep -q mine a.txt || fail gone
