# SPDX-License-Identifier: MIT
# A declared test file gets more tests.
. "$ATTACKS/words-pipeline.sh"
shop
plan 'task-01 shipping.py tests/test_cart.py'
works task-01 <<'SH'
echo "def shipping(t): return 0" >shipping.py
printf '\n    def test_more(self):\n        self.assertEqual(total([1]), 1)\n' >>tests/test_cart.py
SH
reports task-01 'shipping.py created' 'tests/test_cart.py modified'
pipeline
passes
