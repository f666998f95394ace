# SPDX-License-Identifier: MIT
# Tests leave __pycache__ in a project that does not ignore it.
. "$ATTACKS/words-pipeline.sh"
shop
: >.gitignore; save
unset PYTHONDONTWRITEBYTECODE
works task-01 <<'SH'
printf 'def shipping(total):\n    return 0 if total >= 50 else 5\n' >shipping.py
printf 'import unittest\nfrom shipping import shipping\n\nclass Shipping(unittest.TestCase):\n    def test_free(self):\n        self.assertEqual(shipping(50), 0)\n' >tests/test_shipping.py
python3 -m unittest discover -s tests -t . >/dev/null 2>&1
SH
pipeline
passes
! git ls-tree -r --name-only HEAD | grep -q pycache || fail "litter was committed"
