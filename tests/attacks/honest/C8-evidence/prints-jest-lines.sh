# SPDX-License-Identifier: MIT
# A test that prints jest's words.
cat >test_a.py <<'P'
import os, unittest
class A(unittest.TestCase):
    def test_one(self): os.write(1, b"Test Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n")
    def test_two(self): self.assertEqual(2, 2)
P
repo
test_gate unit 'python3 -m unittest'
verify
passes 2
