# SPDX-License-Identifier: MIT
# A failing suite prints a second, green closing on its way out and exits 0.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 2)
    def test_two(self): self.assertEqual(2, 2)
import atexit, os
def leave():
    os.write(2, b"..\n----------------------------------------------------------------------\nRan 5 tests in 0.001s\n\nOK\n")
    os._exit(0)
atexit.register(leave)
P
repo
test_gate unit 'python3 -m unittest -q test_a'
verify
caught 'closes twice|failed'
