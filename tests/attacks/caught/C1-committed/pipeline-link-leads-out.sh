# What is committed is a link to a file outside.
. "$ATTACKS/words-pipeline.sh"
shop
works task-01 <<'W'
printf 'def shipping(total):\n    return 0 if total >= 50 else 5\n' >"$HOME/ship.py"
ln -sf "$HOME/ship.py" shipping.py
printf 'import unittest\nfrom shipping import shipping\n\nclass Shipping(unittest.TestCase):\n    def test_free(self):\n        self.assertEqual(shipping(50), 0)\n' >tests/test_shipping.py
W
pipeline
not_committed
caught 'shipping.py'
