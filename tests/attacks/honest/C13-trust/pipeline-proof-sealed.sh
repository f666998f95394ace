# Code and tests that notice it, with sealed gates and the gate of the feature pipeline.
. "$ATTACKS/words-pipeline.sh"
shop
printf 'isolation: {gates: sealed}\n' >>assay.yaml; save
strict
pipeline --definition strict.yaml
passes
[ -z "$(ls -d "$ASSAY_STATE_DIR"/runs/*/work/{sealed,proof}* 2>/dev/null)" ] || fail "copies were left behind"
