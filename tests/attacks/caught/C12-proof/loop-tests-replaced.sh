# Three real tests are replaced by what cannot fail, and two are added: none fails, and there are more.
. "$ATTACKS/words-proof.sh"
calculator <<W
$CODE
sed -i "s/self.assertEqual(.*/self.assertTrue(True)/" test_calc.py
$TESTS
W
caught 'weakened'
