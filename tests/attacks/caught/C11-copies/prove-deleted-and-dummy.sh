# A test is deleted, a dummy takes its place.
. "$ATTACKS/words-copies.sh"
calculator; feature
sed -i 's/def test_double/def test_other/; s/self.assertEqual(double(4), 8)/pass/' tests/test_calc.py
prove
caught '"weakened"'
