# SPDX-License-Identifier: MIT
# A link to a file of the work.
. "$ATTACKS/words-goals.sh"
mkdir docs && echo text >docs/out.md && ln -s docs/out.md out.md
phase '"out.md exists", "out.md is not empty"'
repo
goals
passes
