# A person tries a new gate on the branch itself.
. "$ATTACKS/words-trust.sh"
cloned '' "$from_main"
five && sed -i 's/id: unit/id: other/' assay.yaml && commit
verify --gates-from HEAD
passes 1
says 'other'
