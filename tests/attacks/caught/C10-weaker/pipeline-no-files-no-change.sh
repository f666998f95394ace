# SPDX-License-Identifier: MIT
# A task that names no files changes nothing.
. "$ATTACKS/words-pipeline.sh"
shop
plan 'task-01'
works task-01 <<<':'
reports task-01 'cart.py modified'
pipeline
caught 'nothing has changed'
not_committed
