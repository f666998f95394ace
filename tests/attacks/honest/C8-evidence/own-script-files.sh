# SPDX-License-Identifier: MIT
# A closing line for each file and a total.
cat >run <<'R'
#!/usr/bin/env python3
print('2 passed, 0 failed')
print('3 passed, 0 failed')
print('total')
print('5 passed, 0 failed')
R
chmod +x run
repo
test_gate unit ./run
verify
passes 5
