# SPDX-License-Identifier: MIT
# A word.
. "$ATTACKS/words-goals.sh"
printf ' x\n' >README.md
phase '"README.md is not empty"'
repo
goals
passes
