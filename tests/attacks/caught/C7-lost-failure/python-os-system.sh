# The status of os.system is dropped.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'python3 -c "import os; os.system('\''./check'\'')"'
verify
caught 'does not look at how it ended'
