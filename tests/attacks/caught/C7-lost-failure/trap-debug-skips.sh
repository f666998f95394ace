# SPDX-License-Identifier: MIT
# A DEBUG trap that skips commands.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'trap false DEBUG; shopt -s extdebug; ./check'
verify
caught '.'
