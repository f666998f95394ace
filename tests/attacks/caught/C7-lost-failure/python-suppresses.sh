# SPDX-License-Identifier: MIT
# The failure is raised where it is to be swallowed.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
cat >run.py <<'FILE'
import contextlib, subprocess
with contextlib.suppress(Exception):
    print("now")
    subprocess.check_call(["./check"])
print("done")
FILE
cat >late.py <<'FILE'
import atexit, os, subprocess
atexit.register(os._exit, 0)
subprocess.check_call(["./check"])
FILE
cat >last.py <<'FILE'
import subprocess, sys
try:
    subprocess.check_call(["./check"])
finally:
    sys.exit(0)
FILE
repo
each_gate '' caught 'how it ended' <<'E'
python3 run.py
python3 late.py
python3 last.py
E
