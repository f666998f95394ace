# SPDX-License-Identifier: MIT
# In one that is.
. "$ATTACKS/words-goals.sh"
mkdir src; python3 -c "open('src/a.c', 'wb').write('// done'.encode('utf-16'))"
phase '"no TODO in src/"'
repo
goals
passes
