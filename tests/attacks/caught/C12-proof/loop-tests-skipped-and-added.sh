# A test that was in the way is skipped, others are added.
. "$ATTACKS/words-proof.sh"
calculator <<W
$CODE
sed -i "s/    def test_one/    @unittest.skip(1)\n    def test_one/" test_calc.py
$TESTS
W
caught 'weakened|ran 3 tests|test_one'
