# SPDX-License-Identifier: MIT
# The forged closing is another runner's.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 2)
    def test_two(self): self.assertEqual(2, 2)
import atexit, os
def leave():
    os.write(2, b"=== test session starts ===\n==== 5 passed in 0.01s ====\n")
    os._exit(0)
atexit.register(leave)
P
repo
test_gate unit 'python3 -m unittest -q test_a'
verify
caught 'failed'
