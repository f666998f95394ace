# SPDX-License-Identifier: MIT
# Behind env, nice and timeout.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 1)
    def test_two(self): self.assertEqual(2, 2)
P
repo
test_gate unit 'env A=1 nice -n 1 timeout 60 python3 -m unittest'
verify
passes 2
