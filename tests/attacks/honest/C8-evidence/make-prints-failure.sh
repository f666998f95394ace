# SPDX-License-Identifier: MIT
# The same behind make, whose recipe can be read.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): print("0 passed, 1 failed")
P
printf 'test:\n\tpython3 -m unittest\n' >Makefile
repo
test_gate unit 'make test'
verify
passes 1
