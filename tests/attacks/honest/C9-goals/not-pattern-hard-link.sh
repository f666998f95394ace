# SPDX-License-Identifier: MIT
# A file with two names.
. "$ATTACKS/words-goals.sh"
mkdir -p src; echo magic_word >src/a.txt; ln src/a.txt src/b.txt
phase '{"type": "pattern", "pattern": "magic_word", "paths": ["src/**"]}'
repo
goals
passes
