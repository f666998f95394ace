# SPDX-License-Identifier: MIT
# The same where it counts.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.php <<'FILE'
<?php
$x = <<<TEXT
words
TEXT;
function parse() {}
FILE
phase '"src/a.php defines `parse`"'
repo
goals
passes
