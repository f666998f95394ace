# SPDX-License-Identifier: MIT
# The same where it counts.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.py <<'FILE'
if True:
    def parse(): pass
FILE
phase '"src/a.py defines `parse`"'
repo
goals
passes
