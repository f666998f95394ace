# SPDX-License-Identifier: MIT
# A test failed before and names itself: it may go on failing, nothing else may.
. "$ATTACKS/words-pipeline.sh"
shop
sed -i 's/, 90)/, 91)/' tests/test_cart.py; save
pipeline
passes
says 'failed on the baseline already: test_discount'
