# SPDX-License-Identifier: MIT
# A text in an encoding that is not searched.
. "$ATTACKS/words-goals.sh"
mkdir src; python3 -c "open('src/a.c', 'wb').write('// TODO'.encode('utf-32'))"
phase '"no TODO in src/"'
repo
goals
caught 'UTF-32'
