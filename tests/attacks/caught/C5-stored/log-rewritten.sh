# SPDX-License-Identifier: MIT
# The gate rewrites its own stored log: what counts is what was captured.
cat >test_a.py <<'P'
import atexit, glob, os
def leave():
    for path in glob.glob(os.environ["STATE"] + "/**/*.log", recursive=True):
        open(path, "w").write("-" * 70 + "\nRan 5 tests in 0.001s\n\nOK\n")
    os._exit(0)
atexit.register(leave)
P
repo
test_gate unit 'python3 -m unittest test_a' "\"env\": {\"STATE\": \"$ASSAY_STATE_DIR\"}"
verify
caught 'not what was captured|no test ran'
