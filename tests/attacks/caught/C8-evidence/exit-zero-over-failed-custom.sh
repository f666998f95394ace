# SPDX-License-Identifier: MIT
# Not called a test gate, and fails all the same.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 2)
    def test_two(self): self.assertEqual(2, 2)
import os, atexit
atexit.register(lambda: os._exit(0))
P
repo
gate check 'python3 -m unittest -q test_a' '"gate_type": "custom"'
verify
caught 'shows 1 failed'
