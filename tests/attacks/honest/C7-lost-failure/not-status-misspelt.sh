# SPDX-License-Identifier: MIT
# The same name.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; rcc=$?; exit $rcc'
verify
passes
