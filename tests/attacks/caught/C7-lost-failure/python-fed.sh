# SPDX-License-Identifier: MIT
# The same as a text that is fed.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'python3 - <<E
import os
os.system("./check")
E
'
verify
caught '.'
