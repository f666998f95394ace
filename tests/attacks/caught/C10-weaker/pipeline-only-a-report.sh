# SPDX-License-Identifier: MIT
# The implementer writes nothing but its report.
. "$ATTACKS/words-pipeline.sh"
shop
works task-01 <<<':'
pipeline
caught 'nothing has changed in what it was to change'
not_committed
