# SPDX-License-Identifier: MIT
# The trap tidies up.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'trap '\''rm -f tmp'\'' EXIT; ./check'
verify
passes
