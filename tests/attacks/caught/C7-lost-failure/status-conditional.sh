# SPDX-License-Identifier: MIT
# A choice between numbers.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; exit $(( $? > 1 ? 1 : 0 ))'
verify
caught '.'
