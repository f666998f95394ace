# SPDX-License-Identifier: MIT
# The same where it counts.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.sh <<'FILE'
x='a'
parse() { :; }
y='b'
FILE
phase '"src/a.sh defines `parse`"'
repo
goals
passes
