# SPDX-License-Identifier: MIT
# A hand-written TAP producer.
cat >run <<'R'
#!/usr/bin/env python3
print('1..2')
print('ok 1 - a')
print('ok 2 - b')
R
chmod +x run
repo
test_gate unit ./run
verify
passes 2
