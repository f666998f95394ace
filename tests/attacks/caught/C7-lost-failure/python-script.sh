# SPDX-License-Identifier: MIT
# A script that starts it and goes on.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.py <<'FILE'
import subprocess
subprocess.run(["./check"])
print("done")
FILE
repo
gate check 'python3 run.py'
verify
caught '.'
