# SPDX-License-Identifier: MIT
# Skipped and expected to fail: nothing is left.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    @unittest.skip('later')
    def test_one(self): pass
    @unittest.expectedFailure
    def test_two(self): self.fail()
P
repo
test_gate unit 'python3 -m unittest test_a'
verify
caught 'no test ran'
