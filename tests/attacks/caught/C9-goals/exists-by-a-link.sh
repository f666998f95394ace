# SPDX-License-Identifier: MIT
# The file that is asked for is a link to what the phase or git says of itself.
. "$ATTACKS/words-goals.sh"
phase '"out.md exists"'
ln -s phase/summary-IMPL-001.md out.md
repo
goals
caught 'speaks of the phase'
ln -sf .git/HEAD out.md
goals
caught 'speaks of the phase'
