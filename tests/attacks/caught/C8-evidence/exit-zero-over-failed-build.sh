# SPDX-License-Identifier: MIT
# A build gate whose log shows failing tests.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 2)
    def test_two(self): self.assertEqual(2, 2)
import os, atexit
atexit.register(lambda: os._exit(0))
P
repo
gate build 'python3 -m unittest -q test_a' '"gate_type": "build"'
verify
caught 'shows 1 failed'
