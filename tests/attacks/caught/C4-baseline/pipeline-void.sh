# SPDX-License-Identifier: MIT
# On the baseline the gate finds no test.
. "$ATTACKS/words-pipeline.sh"
shop
rm tests/test_cart.py; save
pipeline
caught 'the baseline: tests proves nothing'
no_agent
