# The protected test is made to ask for what the code prints. Gain: a green test.
. "$ATTACKS/words-trust.sh"
cloned '  protected: [tests/**]'
sed -i 's/:-5/:-4/' tests/run && commit
verify --sealed
caught 'unit'
says 'protected_changed'
grep -q '"tests/run"' "$BOX/out" || fail "the file is not named"
