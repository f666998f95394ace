# SPDX-License-Identifier: MIT
# The same where it counts.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.c <<'FILE'
#if 0
int y;
#else
int parse(void) { return 1; }
#endif
FILE
phase '"src/a.c defines `parse`"'
repo
goals
passes
