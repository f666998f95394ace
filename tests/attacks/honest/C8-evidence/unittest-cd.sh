# SPDX-License-Identifier: MIT
# Behind cd and an assignment.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 1)
    def test_two(self): self.assertEqual(2, 2)
P
repo
test_gate unit 'cd . && A=1 python3 -m unittest -v'
verify
passes 2
