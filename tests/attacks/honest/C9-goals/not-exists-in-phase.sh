# SPDX-License-Identifier: MIT
# A file of the project.
. "$ATTACKS/words-goals.sh"
mkdir -p docs; echo x >docs/notes.md
phase '"docs/notes.md exists"'
repo
goals
passes
