# SPDX-License-Identifier: MIT
# A word that means something else.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'shopt -s expand_aliases
alias fail=true
./check || fail'
verify
caught '.'
