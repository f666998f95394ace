# SPDX-License-Identifier: MIT
# What is in the project.
. "$ATTACKS/words-goals.sh"
mkdir -p conf; echo '{"x": "magic_word"}' >conf/a.json
phase '{"type": "pattern", "pattern": "magic_word", "paths": ["**/*.json"]}'
repo
goals
passes
