# What an earlier run has ticked itself is checked too.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
task 1.2 "Write b" b.txt "test -s b.txt"
agent <<'E'
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "a\n"}}, {say: TASK_COMPLETE}]
  - do: [{say: "no"}]
E
loop
[ "$status" -eq 3 ] || fail "the first run: $status"
git rm -q a.txt && git commit -qm 'break it'
agent <<'E'
  - match: {task: "1.2"}
    do: [{write: {path: b.txt, text: "b\n"}}, {say: TASK_COMPLETE}]
  - do: [{say: "no"}]
E
loop
caught "was ticked, but its Verify fails"
