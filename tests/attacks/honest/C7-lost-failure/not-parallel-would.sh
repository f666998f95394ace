# SPDX-License-Identifier: MIT
# xargs does it.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'printf "a\nb\n" | xargs -n1 ./check'
verify
passes
