# SPDX-License-Identifier: MIT
# The status is printed.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'python3 -c "import subprocess; print(subprocess.run(['\''./check'\'']).returncode)"'
verify
caught '.'
