# SPDX-License-Identifier: MIT
# A test that prints gtest's words.
cat >test_a.py <<'P'
import os, unittest
class A(unittest.TestCase):
    def test_one(self): os.write(1, b"[==========] Running 1 test from 1 test suite.\n[  FAILED  ] 1 test, listed below:\n")
    def test_two(self): self.assertEqual(2, 2)
P
repo
test_gate unit 'python3 -m unittest'
verify
passes 2
