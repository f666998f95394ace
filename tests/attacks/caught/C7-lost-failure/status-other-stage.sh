# SPDX-License-Identifier: MIT
# The status of the stage that only shows.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check | cat; exit ${PIPESTATUS[1]}'
verify
caught '.'
