# One test gets another name, another is deleted, and one that asks nothing keeps the count and ends in the same words.
. "$ATTACKS/words-proof.sh"
calculator <<W
$CODE
sed -i 's/test_one/test_single/; s/    def test_none(self).*/    def test_other_test_single(self): check = add()/' test_calc.py
$TESTS
W
caught 'test_none|weakened'
