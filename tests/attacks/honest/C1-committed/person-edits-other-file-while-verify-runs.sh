# A person edits another file while Verify runs: the run waits, and goes on when it is committed.
. "$ATTACKS/words-tasks.sh"
echo readme >README.md
task 1.1 "Write a" a.txt "sleep 1; grep -q good a.txt"
agent <<'A'
  - do: [{write: {path: a.txt, text: "good\n"}}, {say: TASK_COMPLETE}]
A
settings 'loop: {review: false, max_task_iterations: 1}'
repo && git switch -q -c work
(for i in $(seq 100); do [ -s a.txt ] && break; sleep 0.1; done; sleep 0.6; echo mine >>README.md) &
loop
waits 'README.md'
git commit -qm 'docs: mine' README.md
loop
passes
launches 1
