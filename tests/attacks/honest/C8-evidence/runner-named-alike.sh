# SPDX-License-Identifier: MIT
# Files that are only named alike, or stand where the runner does not look.
mkdir -p tools && echo 'x = 1' >tools/unittest.py && echo 'x = 1' >unittest_helpers.py
printf 'import unittest\nclass A(unittest.TestCase):\n    def test_a(self): self.assertEqual(1, 1)\n' >test_a.py
repo
test_gate unit 'python3 -B -m unittest -v test_a'
verify
passes 1
