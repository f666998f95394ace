# SPDX-License-Identifier: MIT
# Two suites in one target.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 1)
    def test_two(self): self.assertEqual(2, 2)
P
printf 'test:\n\tpython3 -m unittest test_a\n\tpython3 -m unittest -v test_a\n' >Makefile
repo
test_gate unit 'make test'
verify
passes 4
