# The gates are weakened in the workspace while it runs.
. "$ATTACKS/words-pipeline.sh"
shop
works task-01 <<'W'
printf 'def shipping(total):\n    return 7\n' >shipping.py
printf 'import unittest\nfrom shipping import shipping\n\nclass Shipping(unittest.TestCase):\n    def test_free(self):\n        self.assertEqual(shipping(50), 0)\n' >tests/test_shipping.py
sed -i 's/discover -s tests/test_cart --help; python3 -m unittest tests.test_cart/' "$main/assay.yaml"
W
pipeline
not_committed
caught 'assay.yaml|unit'
