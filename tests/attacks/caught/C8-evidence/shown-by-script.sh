# SPDX-License-Identifier: MIT
# A script that only shows it.
cat >out.txt <<'FILE'
5 passed, 0 failed
FILE
cat >show.py <<'FILE'
print(open("out.txt").read())
FILE
repo
test_gate unit 'python3 show.py'
verify
caught 'runs no tests'
