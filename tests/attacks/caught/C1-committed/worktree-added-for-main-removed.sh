# The same, and the worktree is taken away again.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'
git worktree add -q ../side main && cd ../side && echo evil >x && git add x && git commit -q -m x && cd - >/dev/null && git worktree remove ../side
A
loop
caught 'branch main'
