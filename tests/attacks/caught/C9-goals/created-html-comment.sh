# SPDX-License-Identifier: MIT
# A document that is a comment.
. "$ATTACKS/words-goals.sh"
echo x >a.txt; mkdir docs; echo '<!-- later -->' >docs/new.md
phase '"a.txt exists"' '"files": [{"path": "docs/new.md", "action": "create"}]'
repo
goals
caught 'nothing in it'
