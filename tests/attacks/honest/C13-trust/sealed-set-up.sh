# What the gates need is made by the set-up, in the copy.
. "$ATTACKS/words-trust.sh"
GATE='"test -f build/result && tests/run"'
cloned '' 'workspace: {setup: "mkdir -p build && echo 5 >build/result"}'
five && commit
verify --sealed
passes 1
verify --sealed
passes 1
