# SPDX-License-Identifier: MIT
# What plain go test prints for two packages.
cat >run <<'R'
#!/usr/bin/env python3
print('ok  \tx/a\t0.002s')
print('ok  \tx/b\t0.012s')
print('?   \tx/c\t[no test files]')
R
chmod +x run
repo
test_gate unit ./run
verify
passes 2
