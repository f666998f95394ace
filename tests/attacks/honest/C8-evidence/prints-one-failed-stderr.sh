# SPDX-License-Identifier: MIT
# The same on standard error.
cat >test_a.py <<'P'
import os, unittest
class A(unittest.TestCase):
    def test_one(self): os.write(2, b"1 failed\n")
    def test_two(self): self.assertEqual(2, 2)
P
repo
test_gate unit 'python3 -m unittest'
verify
passes 2
