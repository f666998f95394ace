# SPDX-License-Identifier: MIT
# grep answers with 1.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'grep -q nosuch README; [ $? -lt 2 ]'
verify
passes
