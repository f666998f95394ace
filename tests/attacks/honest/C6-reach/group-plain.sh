# Two members without a commit of their own.
. "$ATTACKS/words-tasks.sh"
task 1.1 "[P] Write a" a.txt "test -s a.txt"
task 1.2 "[P] Write b" b.txt "test -s b.txt"
agent <<'A'
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "a\n"}}, {say: TASK_COMPLETE}]
  - do: [{write: {path: b.txt, text: "b\n"}}, {say: TASK_COMPLETE}]
A
loop
passes
[ "$(git show HEAD:a.txt)$(git show HEAD:b.txt)" = ab ] || fail "not committed"
