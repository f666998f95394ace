# SPDX-License-Identifier: MIT
# What is swallowed is something else.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
cat >run.py <<'FILE'
import contextlib, os, subprocess
with contextlib.suppress(OSError):
    os.remove("log")
subprocess.check_call(["./check"])
FILE
cat >late.py <<'FILE'
import atexit, shutil, subprocess, sys
atexit.register(shutil.rmtree, "tmp", True)
try:
    subprocess.check_call(["./check"])
finally:
    print("done")
FILE
repo
each_gate '' passes <<'E'
python3 run.py
python3 late.py
E
