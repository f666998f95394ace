# SPDX-License-Identifier: MIT
# The part that is never compiled.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.c <<'FILE'
#if 1
int y;
#else
int parse(void) { return 1; }
#endif
FILE
phase '"src/a.c defines `parse`"'
repo
goals
caught 'parse'
