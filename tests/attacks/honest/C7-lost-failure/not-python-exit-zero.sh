# SPDX-License-Identifier: MIT
# It hands on the status.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'python3 -c "import subprocess, sys; sys.exit(subprocess.run(['\''./check'\'']).returncode)"'
verify
passes
