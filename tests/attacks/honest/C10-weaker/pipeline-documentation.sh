# SPDX-License-Identifier: MIT
# A task about documents only.
. "$ATTACKS/words-pipeline.sh"
shop
plan 'task-01 docs/shipping.md'
echo documentation >"$HOME/type-task-01"
pipeline
passes
committed docs/shipping.md
