# SPDX-License-Identifier: MIT
# The tool behind a run.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 1)
    def test_two(self): self.assertEqual(2, 2)
P
repo
test_gate unit 'X=1 printenv X && python3 -m unittest'
verify
passes 2
