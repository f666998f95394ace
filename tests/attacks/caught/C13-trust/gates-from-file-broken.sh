# assay.yaml is made unreadable. Gain: hooks that allow on error, a person who gives up.
. "$ATTACKS/words-trust.sh"
cloned '' "$from_main"
echo '{ [' >assay.yaml
verify
caught 'unit'
