# SPDX-License-Identifier: MIT
# A script that compares.
cat >show.py <<'FILE'
assert 1 + 1 == 2
print("1 passed, 0 failed")
FILE
repo
test_gate unit 'python3 show.py'
verify
passes 1
