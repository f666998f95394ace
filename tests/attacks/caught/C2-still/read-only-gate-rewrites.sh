# SPDX-License-Identifier: MIT
# A gate that says it only looks puts another file in place: what the first gate has checked is not what the PASS would be about.
printf 'def total(): return 5\n' >cart.py
printf 'import unittest, cart\nclass Cart(unittest.TestCase):\n    def test_total(self): self.assertEqual(cart.total(), 5)\n' >test_cart.py
repo
test_gate unit 'python3 -B -m unittest -v test_cart'
gate lint 'echo "def total(): return 7" >cart.py && test -s cart.py' '"gate_type": "lint", "stage": 1'
verify
caught 'cart\.py'
