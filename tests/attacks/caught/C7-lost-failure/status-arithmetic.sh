# SPDX-License-Identifier: MIT
# Arithmetic that takes 0 and 1 for the same.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; (( $? < 2 ))'
verify
caught '.'
