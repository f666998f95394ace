# SPDX-License-Identifier: MIT
# An archive beside the sources.
. "$ATTACKS/words-goals.sh"
mkdir src; echo 'int x;' >src/a.c; echo words | gzip >src/data.gz
phase '"no TODO in src/"'
repo
goals
passes
