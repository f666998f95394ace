# SPDX-License-Identifier: MIT
# A test breaks the source when its process ends, after everything has passed: a PASS would be about code that is not there any more.
printf 'def total(): return 5\n' >cart.py
cat >test_cart.py <<'P'
import atexit, unittest
import cart
atexit.register(lambda: open('cart.py', 'w').write('def total(): return 6\n'))
class Cart(unittest.TestCase):
    def test_total(self): self.assertEqual(cart.total(), 5)
P
repo
test_gate unit 'python3 -B -m unittest -v test_cart'
verify
caught 'cart\.py'
