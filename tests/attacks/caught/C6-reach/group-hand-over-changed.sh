# A member of a group changes what its neighbour did not commit, after it was verified.
. "$ATTACKS/words-tasks.sh"
task 1.1 "[P] Write a" a.txt "test -s a.txt"
task 1.2 "[P] Write b" b.txt "test -s b.txt"
agent <<'A'
  - match: {task: "1.1"}
    do: [{sleep: 2}, {write: {path: a.txt, text: "a\n"}}, {quietly: "echo evil >../1.2/b.txt"}, {say: TASK_COMPLETE}]
  - do: [{write: {path: b.txt, text: "b\n"}}, {say: TASK_COMPLETE}]
A
loop
asked=yes
[ "$status" -ne 0 ] || [ "$(git show HEAD:b.txt)" = b ] || fail "evil is in HEAD"
