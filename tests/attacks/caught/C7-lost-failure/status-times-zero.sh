# SPDX-License-Identifier: MIT
# A status is calculated away.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; exit $(( $? * 256 ))'
verify
caught '.'
