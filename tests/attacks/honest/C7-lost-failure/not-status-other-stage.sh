# SPDX-License-Identifier: MIT
# That of the check.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check | cat; exit ${PIPESTATUS[0]}'
verify
passes
