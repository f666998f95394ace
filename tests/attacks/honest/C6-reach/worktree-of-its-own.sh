# The agent tries something in a worktree and a branch of its own.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
git worktree add -q "$BOX/try" -b try && (cd "$BOX/try" && calc FIVE && git commit -q -am try); git worktree remove "$BOX/try"; git branch -D -q try
calc FIVE && git commit -q -am 'fix: five'
A
loop
passes
