# SPDX-License-Identifier: MIT
# Arithmetic that does not.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; (( $? == 0 ))'
verify
passes
