# A person edits the file of the task while its Verify runs: it is run again on what is there, and nobody is charged.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "sleep 1; grep -q good a.txt"
agent <<'A'
  - do: [{write: {path: a.txt, text: "good\n"}}, {say: TASK_COMPLETE}]
A
settings 'loop: {review: false, max_task_iterations: 1}'
repo && git switch -q -c work
(for i in $(seq 100); do [ -s a.txt ] && break; sleep 0.1; done; sleep 0.6; echo mine >>a.txt) &
loop
passes
launches 1
grep -q mine a.txt || fail "the person's work is gone"
[ "$(git show HEAD:a.txt)" = "$(cat a.txt)" ] || fail "something else is committed"
