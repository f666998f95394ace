# SPDX-License-Identifier: MIT
# In a text.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.php <<'FILE'
<?php
$x = <<<TEXT
function parse() {}
TEXT;
FILE
phase '"src/a.php defines `parse`"'
repo
goals
caught 'parse'
