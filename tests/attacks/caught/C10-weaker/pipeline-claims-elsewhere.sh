# SPDX-License-Identifier: MIT
# The report names a file that is there and did not change.
. "$ATTACKS/words-pipeline.sh"
shop
reports task-01 'shipping.py created' 'cart.py modified'
pipeline
caught 'its report names what has not changed: cart.py'
not_committed
