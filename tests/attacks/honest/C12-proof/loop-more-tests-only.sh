# Only tests, and more of them.
. "$ATTACKS/words-proof.sh"
calculator <<W
printf "    def test_again(self): self.assertEqual(add(2, 2), 4)\n" >>test_calc.py
W
passes
