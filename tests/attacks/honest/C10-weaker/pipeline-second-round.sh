# SPDX-License-Identifier: MIT
# A first try fails its check; the second one is right.
. "$ATTACKS/words-pipeline.sh"
shop
works task-01 <<'SH'
printf 'def shipping(total):\n    return 0 if total >= 50 else 5\n' >shipping.py
printf 'import unittest\nfrom shipping import shipping\n\nclass Shipping(unittest.TestCase):\n    def test_free(self):\n        self.assertEqual(shipping(50), 0)\n' >tests/test_shipping.py
 [ "$ASSAY_ROUND" -gt 1 ] || sed -i 's/>=/>/' shipping.py
SH
pipeline
passes
