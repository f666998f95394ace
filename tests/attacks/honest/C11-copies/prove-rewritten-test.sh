# What a function does is made stricter: its test gets a new name and asks for that instead, and fails on the code of before.
. "$ATTACKS/words-copies.sh"
calculator
printf '\n    def test_double_of_texts_is_anything(self):\n        word = "ab"\n        again = word\n        self.assertIn(type(double(again)), (str, int))\n' >>tests/test_calc.py
commit
sed -i 's/    return a + a/    return len(a) * 2 if isinstance(a, str) else a + a/' calc.py
sed -i 's/test_double_of_texts_is_anything/test_double_of_texts_counts/; s/self.assertIn(type(double(again)), (str, int))/self.assertEqual(double(again), 4)/' tests/test_calc.py
prove
passes
