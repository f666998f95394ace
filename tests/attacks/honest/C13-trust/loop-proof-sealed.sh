# Code, and tests that notice it, in a loop whose gates and proofs are sealed and need a set-up.
. "$ATTACKS/words-proof.sh"; . "$ATTACKS/words-seals.sh"
settings() {
  printf 'version: 1\nagents:\n  "*": {command: [assay-scripted-agent, "%s/agent.yaml"], dialect: claude, env: {BOX: "%s"}}\nverify: {commands: [{id: unit, command: "test -e local/made && python3 -B -m unittest -v test_calc", gate_type: test}]}\n%s\nworkspace: {setup: "mkdir -p local && touch local/made"}\nisolation: {gates: sealed}\n' "$BOX" "$BOX" "$1" >assay.yaml
  printf 'local/\n' >.gitignore
}
calculator <<W
$CODE
$TESTS
W
passes
says '"proof": "proved"'
[ ! -e local ] || fail "the set-up was made in the workspace"
[ -z "$(ls -d "$ASSAY_STATE_DIR"/runs/*/work/{sealed,proof}* 2>/dev/null)" ] || fail "copies were left behind"
