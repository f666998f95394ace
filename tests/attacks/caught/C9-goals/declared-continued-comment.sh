# SPDX-License-Identifier: MIT
# A backslash takes the line into the comment.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.c <<'FILE'
// see \
int parse(void) { return 1; }
int y;
FILE
phase '"src/a.c defines `parse`"'
repo
goals
caught 'parse'
