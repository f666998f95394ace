# SPDX-License-Identifier: MIT
# A script that counts by hand may put marks before its figures.
cat >run <<'R'
#!/usr/bin/env python3
print('# PASSED: 3')
print('# FAILED: 0')
R
chmod +x run
repo
test_gate unit ./run
verify
passes 3
