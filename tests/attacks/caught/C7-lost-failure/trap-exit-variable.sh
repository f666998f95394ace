# SPDX-License-Identifier: MIT
# The trap leaves with a variable that is 0.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 's=0; trap "exit $s" EXIT; ./check'
verify
caught '.'
