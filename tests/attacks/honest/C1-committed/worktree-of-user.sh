# The workspace is a linked worktree.
. "$ATTACKS/words-loop.sh"
loop_repo
git switch -q main && git worktree add -q -b side "$BOX/side" && cd "$BOX/side"
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
