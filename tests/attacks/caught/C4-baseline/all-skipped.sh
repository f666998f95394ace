# SPDX-License-Identifier: MIT
# Skipped tests are no tests.
cat >test_a.py <<'P'
import unittest
@unittest.skip('later')
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 2)
P
repo
test_gate unit 'python3 -m unittest test_a'
verify
caught 'skipped'
