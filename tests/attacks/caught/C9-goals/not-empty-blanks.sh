# SPDX-License-Identifier: MIT
# A file of blanks.
. "$ATTACKS/words-goals.sh"
printf '  \n\n' >README.md
phase '"README.md is not empty"'
repo
goals
caught 'blanks'
