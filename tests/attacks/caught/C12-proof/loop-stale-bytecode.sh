# The same number of bytes: what the interpreter keeps of the file would fit old and new.
. "$ATTACKS/words-proof.sh"
calculator <<W
sed -i "s/sum(n\[:2\])/sum(n[:9])/" calc.py
printf "    def test_again(self): self.assertEqual(add(2, 2), 4)\n" >>test_calc.py
W
caught 'unnoticed'
