# assay.yaml is deleted. Gain: nothing to verify, silence of hooks.
. "$ATTACKS/words-trust.sh"
cloned '' "$from_main"
git rm -q assay.yaml && commit
verify
caught 'unit'
says 'assay.yaml is missing'
