# A person creates and deletes a branch meanwhile.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt" "feat: a"
agent <<'A'
  - do: [{write: {path: a.txt, text: "a\n"}}, {quietly: "git branch tmp; git branch -D tmp"}, {commit: "feat: a"}, {say: TASK_COMPLETE}]
A
loop
passes
