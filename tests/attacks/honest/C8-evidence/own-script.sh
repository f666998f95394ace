# SPDX-License-Identifier: MIT
# The closing line of a hand-written runner.
cat >run <<'R'
#!/usr/bin/env python3
print('a ok')
print('b ok')
print('2 passed, 0 failed')
R
chmod +x run
repo
test_gate unit ./run
verify
passes 2
