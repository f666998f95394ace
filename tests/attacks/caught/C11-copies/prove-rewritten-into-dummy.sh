# A test gets a new name and most of its words, and what it asks passes whatever the code does; another test notices the change.
. "$ATTACKS/words-copies.sh"
calculator
printf '\n    def test_double_of_texts(self):\n        word = "ab"\n        again = word\n        self.assertEqual(double(again), "abab")\n' >>tests/test_calc.py
commit
feature
sed -i 's/def test_double_of_texts/def test_texts/; s/self.assertEqual(double(again), "abab")/self.assertEqual(len(again), 2)/' tests/test_calc.py
prove
caught '"weakened"'
