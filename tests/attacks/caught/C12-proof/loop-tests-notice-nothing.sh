# The new tests pass without the new code.
. "$ATTACKS/words-proof.sh"
calculator <<W
$CODE
printf "    def test_again(self): self.assertEqual(add(2, 2), 4)\n" >>test_calc.py
W
caught 'unnoticed'
