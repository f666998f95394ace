# SPDX-License-Identifier: MIT
# One that raises.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'python3 - <<E
import subprocess
subprocess.check_call(["./check"])
E
'
verify
passes
