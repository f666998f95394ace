# SPDX-License-Identifier: MIT
# Nested points that ran.
cat >run <<'R'
#!/usr/bin/env python3
print('1..1')
print('# Subtest: s')
print('    ok 1 - x')
print('    1..1')
print('ok 1 - s')
R
chmod +x run
repo
test_gate unit ./run
verify
passes 1
