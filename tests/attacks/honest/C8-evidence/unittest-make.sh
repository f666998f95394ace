# SPDX-License-Identifier: MIT
# Behind make.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 1)
    def test_two(self): self.assertEqual(2, 2)
P
printf 'PY ?= python3\ntest:\n\t@$(PY) -m unittest\n' >Makefile
repo
test_gate unit 'make test'
verify
passes 2
