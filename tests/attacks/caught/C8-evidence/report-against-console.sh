# SPDX-License-Identifier: MIT
# The report says two passed, the console says one failed.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 2)
    def test_two(self): self.assertEqual(2, 2)
import os, atexit
atexit.register(lambda: os._exit(0))
open('r.xml', 'w').write('<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>')
P
repo
test_gate unit 'python3 -m unittest -q test_a' '"report": "r.xml"'
verify
caught 'failed'
