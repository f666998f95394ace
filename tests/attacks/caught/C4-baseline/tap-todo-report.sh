# SPDX-License-Identifier: MIT
# The same in a report.
cat >run <<'R'
#!/usr/bin/env python3
import sys
sys.stdout = open('r.tap', 'w')
print('1..2')
print('not ok 1 - a # TODO later')
print('ok 2 - b # TODO')
R
chmod +x run
repo
test_gate unit ./run '"report": "r.tap"'
verify
caught 'no test ran|skipped'
