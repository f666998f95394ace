# SPDX-License-Identifier: MIT
# Between quotes over lines.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.sh <<'FILE'
x='
parse() { :; }
'
FILE
phase '"src/a.sh defines `parse`"'
repo
goals
caught 'parse'
