# An agent that works and never says so, then another run.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt" "feat: a"
agent <<'E'
  - do: [{write: {path: a.txt, text: "a\n"}}, {quietly: "git add a.txt && git commit -qm 'feat: a'"}, {say: "hm"}]
E
loop
[ "$status" -eq 3 ] || fail "the first run: $status"
agent <<'E'
  - do: [{say: TASK_COMPLETE}]
E
loop
passes
says "already there"
