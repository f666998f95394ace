# SPDX-License-Identifier: MIT
# With a word of goodbye below.
cat >run <<'R'
#!/usr/bin/env python3
print('7 passed, 0 failed')
print('report in out/')
print('bye')
R
chmod +x run
repo
test_gate unit ./run
verify
passes 7
