# A ref without an assay.yaml is named. Gain: no gates at all.
. "$ATTACKS/words-trust.sh"
cloned
git rm -q assay.yaml && commit && git tag empty
verify --gates-from empty
refused 'empty .* has no assay.yaml'
