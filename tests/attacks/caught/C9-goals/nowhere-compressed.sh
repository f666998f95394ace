# SPDX-License-Identifier: MIT
# A source that is compressed.
. "$ATTACKS/words-goals.sh"
mkdir src; echo 'int x;' >src/a.c; echo '// TODO' | gzip >src/b.c
phase '"no TODO in src/"'
repo
goals
caught 'compressed'
