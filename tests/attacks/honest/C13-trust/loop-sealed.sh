# Honest work under sealed gates: each time in a copy, with what the set-up makes, and nothing of it in the workspace.
. "$ATTACKS/words-sealed.sh"
sealed_loop
agent <<'A'
calc FIVE; git commit -q -am 'fix: five'
A
loop
passes
says 'sealed: gates run in copies'
[ ! -e build ] || fail "the set-up was made in the workspace"
[ -z "$(ls "$ASSAY_STATE_DIR"/runs/*/work 2>/dev/null | grep sealed)" ] || fail "copies were left behind"
clean_tree
