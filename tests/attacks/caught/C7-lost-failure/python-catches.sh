# SPDX-License-Identifier: MIT
# The exception is caught and forgotten.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.py <<'FILE'
import subprocess
try:
    subprocess.check_call(["./check"])
except subprocess.CalledProcessError:
    print("failed")
FILE
repo
gate check 'python3 run.py'
verify
caught '.'
