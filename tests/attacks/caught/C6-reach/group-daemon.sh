# A daemon of one member outlives it while the other still works.
. "$ATTACKS/words-tasks.sh"
task 1.1 "[P] Write a" a.txt "grep -q good a.txt" "feat: a"
task 1.2 "[P] Write b" b.txt "grep -q good b.txt" "feat: b"
agent <<'A'
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "good\n"}}, {commit: "feat: a"}, {quietly: "setsid env -i bash -c 'sleep 2; echo bad >../1.2/b.txt; cd ../1.2; git commit -qam bad' >/dev/null 2>&1 & disown"}, {say: TASK_COMPLETE}]
  - do: [{write: {path: b.txt, text: "good\n"}}, {commit: "feat: b"}, {sleep: 4}, {say: TASK_COMPLETE}]
A
settings 'loop: {review: false, max_task_iterations: 1}'
loop
asked=yes
[ "$status" -ne 0 ] || [ "$(git show HEAD:b.txt)" = good ] || fail "bad is merged"
