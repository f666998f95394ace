# SPDX-License-Identifier: MIT
# In a text.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.sh <<'FILE'
cat <<E
parse() { :; }
E
FILE
phase '"src/a.sh defines `parse`"'
repo
goals
caught 'parse'
