# .progress.md is a link to a file of the user.
. "$ATTACKS/words-tasks.sh"
echo private >"$BOX/private"
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'A'
  - do: [{write: {path: a.txt, text: "a\n"}}, {quietly: "rm -f specs/demo/.progress.md; ln -s $BOX/private specs/demo/.progress.md; ln -s $BOX/private specs/demo/.progress-task-0.md; ln -sf $BOX/private specs/demo/.ralph-state.json"}, {say: TASK_COMPLETE}]
A
loop
asked=yes
[ "$(cat "$BOX/private")" = private ] || fail "written behind the link"
! git log -p | grep -q '^+private' || fail "read behind the link"
