# SPDX-License-Identifier: MIT
# The files are made, and empty.
. "$ATTACKS/words-pipeline.sh"
shop
works task-01 <<<'touch shipping.py tests/test_shipping.py'
pipeline
caught 'nothing has changed'
not_committed
