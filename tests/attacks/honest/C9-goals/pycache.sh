# Tests that leave __pycache__ in a project that does not ignore it.
. "$ATTACKS/words-goals.sh"
printf 'X = 1\n' >m.py
printf 'import unittest, m\nclass T(unittest.TestCase):\n    def test_a(self): self.assertEqual(m.X, 1)\n' >test_a.py
verified 'python3 -m unittest'
repo
goals
passes
