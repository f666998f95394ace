# All tests are skipped.
. "$ATTACKS/words-init.sh"
printf 'import unittest\nclass T(unittest.TestCase):\n    @unittest.skip("x")\n    def test_a(self): pass\n' >test_a.py; repo
init_and_verify; caught 'skip'
