# SPDX-License-Identifier: MIT
# A value of the task itself.
. "$ATTACKS/words-goals.sh"
phase '{"type": "json", "path": "phase/.task/IMPL-001.json", "pointer": "/id", "equals": "IMPL-001"}'
repo
goals
caught 'phase itself'
