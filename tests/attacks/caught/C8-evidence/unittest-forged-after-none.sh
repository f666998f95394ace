# SPDX-License-Identifier: MIT
# Nothing runs, and the suite claims five tests at exit.
cat >test_a.py <<'P'
import atexit, os
def leave():
    os.write(2, b"----------------------------------------------------------------------\nRan 5 tests in 0.001s\n\nOK\n")
    os._exit(0)
atexit.register(leave)
P
repo
test_gate unit 'python3 -m unittest test_a'
verify
caught 'closes twice|no test ran'
