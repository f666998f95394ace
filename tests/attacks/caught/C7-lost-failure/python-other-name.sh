# SPDX-License-Identifier: MIT
# subprocess under another name.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'python3 -c "from subprocess import run; run(['\''./check'\''])"'
verify
caught '.'
