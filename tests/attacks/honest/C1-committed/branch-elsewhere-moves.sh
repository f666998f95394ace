# Somebody commits in another worktree of the repository meanwhile.
. "$ATTACKS/words-loop.sh"
loop_repo
git worktree add -q -b side "$BOX/side"
agent <<'E'
calc FIVE && git commit -q -am 'fix: five' && git -C "$BOX/side" commit -q --allow-empty -m elsewhere
E
loop
passes
clean_tree
