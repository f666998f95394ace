# A gate that asks git works in the copy.
. "$ATTACKS/words-trust.sh"
GATE='"git rev-parse HEAD >/dev/null && git log -1 >/dev/null && tests/run"'
cloned
git config alias.st status; five && commit
verify --sealed
passes 1
