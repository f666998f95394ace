# SPDX-License-Identifier: MIT
# The work is done in one round and taken back in the same breath.
. "$ATTACKS/words-pipeline.sh"
shop
works task-01 <<'SH'
echo x >shipping.py; rm shipping.py
SH
pipeline
caught 'nothing has changed'
not_committed
