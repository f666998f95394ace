# Somebody commits on another branch in a worktree that was there before.
. "$ATTACKS/words-loop.sh"
loop_repo
git worktree add -q "$BOX/side" main
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'; cd "$BOX/side" && echo x >x && git add x && git commit -q -m theirs
A
loop
passes
