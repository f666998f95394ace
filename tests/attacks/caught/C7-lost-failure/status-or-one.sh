# SPDX-License-Identifier: MIT
# A failure with 1 is good enough.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check || [ $? -eq 1 ]'
verify
caught '.'
