# The only tests cannot run here: that is no PASS, although the linter passes.
. "$ATTACKS/words-init.sh"
printf 'lint:\n\ttest -f Makefile\n' >Makefile; printf 'import unittest, nosuchmodule_xyz\nclass T(unittest.TestCase):\n    def test_a(self): pass\n' >test_a.py; repo
init_and_verify; caught 'test'
