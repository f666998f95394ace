# SPDX-License-Identifier: MIT
# A question in the place of the check.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'set -e; ! grep -q nosuch README; ./check'
verify
passes
