# SPDX-License-Identifier: MIT
# Outside of the tags it is text.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.php <<'FILE'
function parse() {}
FILE
phase '"src/a.php defines `parse`"'
repo
goals
caught 'parse'
