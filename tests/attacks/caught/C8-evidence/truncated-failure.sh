# SPDX-License-Identifier: MIT
# The failing summary is in the part of the log that was dropped.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 2)
    def test_two(self): self.assertEqual(2, 2)
import atexit, os, sys
def leave():
    line = b'x' * 9999 + b'\n'
    for _ in range(1800): os.write(2, line)
    os.write(2, b'----------------------------------------------------------------------\nRan 5 tests in 0.1s\n\nOK\n')
    os._exit(0)
atexit.register(leave)
for _ in range(900): os.write(2, b'y' * 9999 + b'\n')
P
repo
test_gate unit 'python3 -m unittest -q test_a'
verify
caught 'too long|not read'
