# A goal whose command needs what a set-up makes, sealed; then one that needs nothing.
. "$ATTACKS/words-seals.sh"; . "$ATTACKS/words-goals.sh"
echo 'echo 5' >calc.sh; printf 'build/\n' >.gitignore
printf 'version: 1\nworkspace: {setup: "mkdir -p build && echo 5 >build/wanted"}\nisolation: {gates: sealed}\n' >assay.yaml
verified 'test "$(sh calc.sh)" = "$(cat build/wanted)"'
repo
goals
passes
[ ! -e build ] || fail "the set-up was made in the workspace"
[ -z "$(ls -d "$ASSAY_STATE_DIR"/runs/*/work/* 2>/dev/null)" ] || fail "copies were left behind"
goals --no-commands
[ "$status" -eq 1 ] || fail "status $status without commands"
