# SPDX-License-Identifier: MIT
# One that looks.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.py <<'FILE'
import subprocess
subprocess.run(["./check"], check=True)
print("done")
FILE
repo
gate check 'python3 run.py'
verify
passes
