# SPDX-License-Identifier: MIT
# A task about two documents writes one.
. "$ATTACKS/words-pipeline.sh"
shop
plan 'task-01 docs/shipping.md docs/fees.md'
works task-01 <<<'mkdir -p docs; echo "# Shipping" >docs/shipping.md'
reports task-01 'docs/shipping.md created'
echo documentation >"$HOME/type-task-01"
pipeline
caught 'was to change and did not: docs/fees.md'
not_committed
