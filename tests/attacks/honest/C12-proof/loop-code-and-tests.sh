# Code, and tests that notice it.
. "$ATTACKS/words-proof.sh"
calculator <<W
$CODE
$TESTS
W
passes
grep -q '"proof": "proved"' "$BOX/out" || fail 'not proved'
