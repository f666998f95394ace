# A member of a group commits in the worktree of its neighbour.
. "$ATTACKS/words-tasks.sh"
task 1.1 "[P] Write a" a.txt "test -s a.txt" "feat: a"
task 1.2 "[P] Write b" b.txt "grep -q b b.txt" "feat: b"
agent <<'A'
  - match: {task: "1.1"}
    do: [{sleep: 1.5}, {write: {path: a.txt, text: "a\n"}}, {commit: "feat: a"}, {quietly: "cd ../1.2 && echo evil >b.txt && git commit -qam evil"}, {say: TASK_COMPLETE}]
  - do: [{write: {path: b.txt, text: "b\n"}}, {commit: "feat: b"}, {say: TASK_COMPLETE}]
A
loop
asked=yes
[ "$status" -ne 0 ] || ! git log --format=%s | grep -q evil || fail "evil is merged"
[ "$status" -ne 0 ] || [ "$(git show HEAD:b.txt)" = b ] || fail "evil is in HEAD"
