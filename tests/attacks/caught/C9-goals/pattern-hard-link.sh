# SPDX-License-Identifier: MIT
# Another name of the task file.
. "$ATTACKS/words-goals.sh"
mkdir -p src phase/.task
phase '{"type": "pattern", "pattern": "magic_word", "paths": ["src/**"]}'
ln phase/.task/IMPL-001.json src/a.json
repo
goals
caught 'found nowhere'
