# SPDX-License-Identifier: MIT
# A file of the phase itself.
. "$ATTACKS/words-goals.sh"
mkdir -p phase; echo x >phase/notes.md
phase '"phase/notes.md exists"'
repo
goals
caught 'phase itself'
