# SPDX-License-Identifier: MIT
# What another phase promised.
. "$ATTACKS/words-goals.sh"
mkdir -p phase-2/.task; echo '{"x": "magic_word"}' >phase-2/.task/IMPL-002.json
phase '{"type": "pattern", "pattern": "magic_word", "paths": ["**/*.json"]}'
repo
goals
caught 'no file is meant'
