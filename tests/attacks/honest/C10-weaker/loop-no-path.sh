# A task without a path whose agent works.
. "$ATTACKS/words-tasks.sh"
task T001 "Do the work" - "test -s a.txt"
agent <<'E'
  - do: [{write: {path: a.txt, text: "a\n"}}, {commit: work}, {say: TASK_COMPLETE}]
E
loop
passes
