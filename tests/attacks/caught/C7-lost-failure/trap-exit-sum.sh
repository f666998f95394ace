# SPDX-License-Identifier: MIT
# The trap calculates the status away.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'trap '\''exit $(( $? * 0 ))'\'' EXIT; ./check'
verify
caught '.'
