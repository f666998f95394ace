# A person edits in the workspace while a group works elsewhere: the run waits, and merges when it is committed.
. "$ATTACKS/words-tasks.sh"
echo readme >README.md
task 1.1 "[P] Write a" a.txt "test -s a.txt" "feat: a"
task 1.2 "[P] Write b" b.txt "test -s b.txt" "feat: b"
agent <<'A'
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "a\n"}}, {commit: "feat: a"}, {quietly: "m=$(git worktree list --porcelain | sed -n '1s/worktree //p'); echo mine >>$m/README.md"}, {say: TASK_COMPLETE}]
  - do: [{write: {path: b.txt, text: "b\n"}}, {commit: "feat: b"}, {say: TASK_COMPLETE}]
A
loop
waits 'README.md'
git commit -qam 'docs: mine'
loop
passes
launches 2
grep -q mine README.md && [ -s a.txt ] && [ -s b.txt ] || fail "something is gone"
