# SPDX-License-Identifier: MIT
# One point two subtests deep really ran.
cat >run <<'R'
#!/usr/bin/env python3
print('TAP version 13')
print('# Subtest: outer')
print('    # Subtest: inner')
print('        ok 1 - x # SKIP')
print('        ok 2 - y')
print('        1..2')
print('    ok 1 - inner')
print('    1..1')
print('ok 1 - outer')
print('1..1')
R
chmod +x run
repo
test_gate unit ./run
verify
passes 1
