# SPDX-License-Identifier: MIT
# A file in a repository of its own, which this one does not keep.
. "$ATTACKS/words-goals.sh"
echo x >a.txt; git init -q lib; echo 'int x;' >lib/a.c
phase '"a.txt exists"' '"files": [{"path": "lib/a.c", "action": "create"}]'
repo
goals
caught 'lib/a.c'
