# SPDX-License-Identifier: MIT
# The report names a file outside of the workspace.
. "$ATTACKS/words-pipeline.sh"
shop
reports task-01 'shipping.py created' 'src/nowhere.py created'
pipeline
caught 'its report names what has not changed: src/nowhere.py'
not_committed
