# convergence.verification runs real tests.
. "$ATTACKS/words-goals.sh"
printf 'import unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.assertTrue(1)\n' >test_a.py
echo __pycache__/ >.gitignore
verified 'python3 -m unittest'
repo
goals
passes
