# SPDX-License-Identifier: MIT
# The same in a report.
cat >run <<'R'
#!/usr/bin/env python3
import sys
sys.stdout = open('r.tap', 'w')
print('TAP version 14')
print('1..1')
print('# Subtest: s')
print('    ok 1 - x # SKIP')
print('    ok 2 - y # SKIP')
print('    1..2')
print('ok 1 - s')
R
chmod +x run
repo
test_gate unit ./run '"report": "r.tap"'
verify
caught 'no test ran|skipped'
