# Work on a branch that leaves assay.yaml alone.
. "$ATTACKS/words-trust.sh"
cloned '' "$from_main"
five && commit
verify
passes 1
never_says 'not heard'
