# SPDX-License-Identifier: MIT
# The other way round.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; exit $(( $? > 0 ? 1 : 0 ))'
verify
passes
