# SPDX-License-Identifier: MIT
# One test failed before; another one fails now.
. "$ATTACKS/words-pipeline.sh"
shop
sed -i 's/, 90)/, 91)/' tests/test_cart.py; save
plan 'task-01 shipping.py cart.py'
works task-01 <<'SH'
echo "def shipping(t): return 0" >shipping.py
sed -i 's/return sum(prices)/return 1 + sum(prices)/' cart.py
SH
reports task-01 'shipping.py created'
pipeline
caught 'passed on the baseline and not now|not every required check passes'
not_committed
