# Killed; a person edits and commits another file; the same command line goes on.
. "$ATTACKS/words-tasks.sh"
echo readme >README.md
task 1.1 "Write a" a.txt "test -s a.txt"
task 1.2 "Write b" b.txt "test -s b.txt"
agent <<'A'
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "a\n"}}, {say: TASK_COMPLETE}]
  - match: {attempt: 1}
    do: [{quietly: "kill -9 $(cat $BOX/pid)"}, {sleep: 5}]
  - do: [{write: {path: b.txt, text: "b\n"}}, {say: TASK_COMPLETE}]
A
settings $'isolation: {agents: none}\nloop: {review: false, max_task_iterations: 2}' # it kills its coordinator
repo; git switch -q -c work
assay loop run specs/demo >/dev/null 2>&1 & echo $! >"$BOX/pid"; wait $!
echo mine >>README.md; git commit -qm 'docs: mine' README.md
loop
waits README.md
loop
passes
grep -q mine README.md || fail gone
