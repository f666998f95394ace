# SPDX-License-Identifier: MIT
# A value of the project.
. "$ATTACKS/words-goals.sh"
echo '{"id": 7}' >p.json
phase '{"type": "json", "path": "p.json", "pointer": "/id", "equals": 7}'
repo
goals
passes
