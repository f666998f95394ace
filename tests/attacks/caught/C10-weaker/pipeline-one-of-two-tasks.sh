# SPDX-License-Identifier: MIT
# The second of two tasks does nothing; the first is honest.
. "$ATTACKS/words-pipeline.sh"
shop
plan 'task-01 shipping.py tests/test_shipping.py' 'task-02 discount.py'
works task-02 <<<':'
pipeline
caught 'task-02: .*nothing has changed'
not_committed
