# A person works on another branch in another worktree.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt" "feat: a"
agent <<'A'
  - do: [{write: {path: a.txt, text: "a\n"}}, {quietly: "cd $BOX/side && echo x >x && git add x && git commit -qm theirs"}, {commit: "feat: a"}, {say: TASK_COMPLETE}]
A
settings; repo; git switch -q -c work; git worktree add -q "$BOX/side" main
loop
passes
launches 1
