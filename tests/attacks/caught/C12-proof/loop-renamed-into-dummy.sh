# A test is "renamed": the new one has its first words and asks nothing.
. "$ATTACKS/words-proof.sh"
calculator <<W
$CODE
sed -i 's/    def test_one(self).*/    def test_a_single_number(self): self.assertNoLogs; add(4)/' test_calc.py
$TESTS
W
caught 'test_one|weakened'
