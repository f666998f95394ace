# SPDX-License-Identifier: MIT
# With its status.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'python3 -c "from subprocess import run; exit(run(['\''./check'\'']).returncode)"'
verify
passes
