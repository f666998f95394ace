# SPDX-License-Identifier: MIT
# What a test prints into a buffer comes after the closing line.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): print("1 failed"); print("0 passed, 1 failed")
P
repo
test_gate unit 'python3 -m unittest'
verify
passes 1
