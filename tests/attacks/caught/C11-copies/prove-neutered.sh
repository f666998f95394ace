# An assertion is taken the teeth, beside a real test.
. "$ATTACKS/words-copies.sh"
calculator; feature
sed -i 's/self.assertEqual(double(4), 8)/self.assertTrue(True)/' tests/test_calc.py
prove
caught '"weakened"'
