# SPDX-License-Identifier: MIT
# With skipped ones.
cat >run <<'R'
#!/usr/bin/env python3
print('2 passed, 0 failed, 1 skipped')
R
chmod +x run
repo
test_gate unit ./run
verify
passes 2
