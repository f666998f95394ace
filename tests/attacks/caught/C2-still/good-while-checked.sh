# SPDX-License-Identifier: MIT
# The gate itself brings the right file, is checked with it, and takes it back: the wrong one would be called verified.
printf 'def total(): return 6\n' >cart.py
printf 'import unittest, cart\nclass Cart(unittest.TestCase):\n    def test_total(self): self.assertEqual(cart.total(), 5)\n' >test_cart.py
printf 'test:\n\techo "def total(): return 5" >cart.py\n\tpython3 -B -m unittest -v test_cart\n' >Makefile
repo
test_gate unit 'make test'
verify
caught 'cart\.py'
