# The status of subprocess.call is dropped.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'python3 -c "import subprocess; subprocess.call(['\''./check'\''])"'
verify
caught 'does not look at how it ended'
