# SPDX-License-Identifier: MIT
# It is raised again.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.py <<'FILE'
import subprocess
try:
    subprocess.check_call(["./check"])
except subprocess.CalledProcessError:
    raise SystemExit(1)
FILE
repo
gate check 'python3 run.py'
verify
passes
