# SPDX-License-Identifier: MIT
# expectedFailure is no executed test.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    @unittest.expectedFailure
    def test_one(self): self.assertEqual(1, 2)
P
repo
test_gate unit 'python3 -m unittest test_a'
verify
caught 'no test ran'
