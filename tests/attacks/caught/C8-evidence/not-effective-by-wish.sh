# SPDX-License-Identifier: MIT
# must_be_effective: false does not allow a lost failure.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 2)
    def test_two(self): self.assertEqual(2, 2)
import os, atexit
atexit.register(lambda: os._exit(0))
P
repo
test_gate unit 'python3 -m unittest -q test_a' '"must_be_effective": false'
verify
caught 'shows 1 failed'
