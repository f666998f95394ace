# A person commits while the gates run at the end: the run waits, and the gates are run on what is there then.
. "$ATTACKS/words-tasks.sh"
echo readme >README.md
task 1.1 "Write a" a.txt "grep -q good a.txt"
agent <<'A'
  - do: [{write: {path: a.txt, text: "good\n"}}, {say: TASK_COMPLETE}]
A
settings 'loop: {review: false, max_task_iterations: 1}
verify:
  commands:
    - {id: slow, command: "sleep 1; test -s README.md"}'
repo && git switch -q -c work
(for i in $(seq 200); do git log -1 --format=%s | grep -q progress && break; sleep 0.1; done; sleep 0.4; echo mine >>README.md; git commit -qm 'docs: mine' README.md) &
loop
waits 'README.md'
loop
passes
launches 1
git log --format=%s | grep -q 'docs: mine' || fail "the person's commit is gone"
