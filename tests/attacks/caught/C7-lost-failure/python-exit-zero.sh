# SPDX-License-Identifier: MIT
# So does python.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'python3 -c "import subprocess, sys; subprocess.run(['\''./check'\'']); sys.exit(0)"'
verify
caught '.'
