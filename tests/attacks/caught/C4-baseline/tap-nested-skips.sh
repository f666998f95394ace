# SPDX-License-Identifier: MIT
# A subtest whose points are all skipped is no test.
cat >run <<'R'
#!/usr/bin/env python3
print('1..1')
print('# Subtest: s')
print('    ok 1 - x # SKIP')
print('    ok 2 - y # SKIP')
print('    1..2')
print('ok 1 - s')
R
chmod +x run
repo
test_gate unit ./run
verify
caught 'no test ran|skipped'
