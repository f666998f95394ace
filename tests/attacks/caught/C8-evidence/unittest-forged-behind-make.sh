# SPDX-License-Identifier: MIT
# The same behind a makefile target.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 2)
    def test_two(self): self.assertEqual(2, 2)
import atexit, os
def leave():
    os.write(2, b"----------------------------------------------------------------------\nRan 5 tests in 0.001s\n\nOK\n")
    os._exit(0)
atexit.register(leave)
P
printf 'test:\n\t@python3 -m unittest -q test_a\n' >Makefile
repo
test_gate unit 'make test'
verify
caught 'closes twice|failed'
