# A planner's output is a link to a file of the user.
. "$ATTACKS/words-pipeline.sh"
shop
echo private >"$HOME/private"
also planner <<<'rm -f "$feature/plan.md"; ln -s "$HOME/private" "$feature/plan.md"'
pipeline
asked=yes
[ "$status" -ne 0 ] || ! git cat-file -p HEAD:docs/feature/shipping/plan.md | grep -q private || fail "the link is committed"
