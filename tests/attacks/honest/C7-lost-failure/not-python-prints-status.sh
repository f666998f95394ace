# SPDX-License-Identifier: MIT
# It is compared.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'python3 -c "import subprocess; r = subprocess.run(['\''./check'\'']); assert r.returncode == 0"'
verify
passes
