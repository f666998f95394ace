# SPDX-License-Identifier: MIT
# A letter.
. "$ATTACKS/words-goals.sh"
echo x >a.txt; mkdir src; echo new >src/new.txt
phase '"a.txt exists"' '"files": [{"path": "src/new.txt", "action": "create"}]'
repo
goals
passes
