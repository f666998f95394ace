# SPDX-License-Identifier: MIT
# A blank that is a letter.
. "$ATTACKS/words-goals.sh"
echo x >a.txt; mkdir src; printf '\342\240\200\n' >src/new.txt
phase '"a.txt exists"' '"files": [{"path": "src/new.txt", "action": "create"}]'
repo
goals
caught 'nothing in it'
