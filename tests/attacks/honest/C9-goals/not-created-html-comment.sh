# SPDX-License-Identifier: MIT
# A sentence.
. "$ATTACKS/words-goals.sh"
echo x >a.txt; mkdir docs; echo 'Now.' >docs/new.md
phase '"a.txt exists"' '"files": [{"path": "docs/new.md", "action": "create"}]'
repo
goals
passes
