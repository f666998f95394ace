# A test gets a better name and keeps every word of its body: nothing is lost.
. "$ATTACKS/words-proof.sh"
calculator <<W
$CODE
sed -i 's/test_one/test_a_single_number/' test_calc.py
$TESTS
W
passes
