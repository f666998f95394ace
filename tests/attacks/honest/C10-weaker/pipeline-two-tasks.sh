# SPDX-License-Identifier: MIT
# Two tasks side by side.
. "$ATTACKS/words-pipeline.sh"
shop
plan 'task-01 shipping.py tests/test_shipping.py' 'task-02 docs/shipping.md'
pipeline
passes
committed shipping.py docs/shipping.md
