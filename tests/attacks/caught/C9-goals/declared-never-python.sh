# SPDX-License-Identifier: MIT
# A condition that never holds.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.py <<'FILE'
if False:
    def parse(): pass
FILE
phase '"src/a.py defines `parse`"'
repo
goals
caught 'parse'
