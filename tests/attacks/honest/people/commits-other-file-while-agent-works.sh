# A person commits another file while the agent works: nobody is charged, nothing is undone.
. "$ATTACKS/words-tasks.sh"
echo readme >README.md
task 1.1 "Write a" a.txt "test -s a.txt" "feat: a"
agent <<'A'
  - do: [{write: {path: a.txt, text: "a\n"}}, {quietly: "echo mine >>README.md; git commit -qm 'docs: mine' README.md"}, {commit: "feat: a"}, {say: TASK_COMPLETE}]
A
settings 'loop: {review: false, max_task_iterations: 1}'
loop
asked=yes
[ "$status" -eq 0 ] || { waits README.md; loop; passes; }
launches 1
git log --format=%s | grep -q 'docs: mine' || fail "the person's commit is gone"
