# SPDX-License-Identifier: MIT
# A test run that failed is answered with another one, of other tests; the first is not even shown.
mkdir t && printf 'import unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.assertEqual(1, 2)\n' >t/test_red.py
printf 'import unittest\nclass T(unittest.TestCase):\n    def test_b(self): self.assertEqual(1, 1)\n' >t/test_green.py
repo
test_gate unit 'python3 -m unittest t/test_red.py >/dev/null 2>&1 || python3 -m unittest t/test_green.py'
verify
caught 'other tests than those that failed'
