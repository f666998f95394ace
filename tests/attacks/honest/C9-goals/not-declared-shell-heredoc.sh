# SPDX-License-Identifier: MIT
# The same where it counts.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.sh <<'FILE'
cat <<E
don't
E
parse() { :; }
FILE
phase '"src/a.sh defines `parse`"'
repo
goals
passes
