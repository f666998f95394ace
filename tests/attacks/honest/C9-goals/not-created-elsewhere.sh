# SPDX-License-Identifier: MIT
# A file in a folder.
. "$ATTACKS/words-goals.sh"
echo x >a.txt; mkdir lib; echo 'int x;' >lib/a.c
phase '"a.txt exists"' '"files": [{"path": "lib/a.c", "action": "create"}]'
repo
goals
passes
