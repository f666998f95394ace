# The code does nothing, the test asks for nothing.
. "$ATTACKS/words-copies.sh"
calculator
printf '\n\ndef half(a):\n    pass\n' >>calc.py
printf '\n    def test_half(self):\n        self.assertEqual(add(2, 2), 4)\n' >>tests/test_calc.py
prove
caught '"unnoticed"'
