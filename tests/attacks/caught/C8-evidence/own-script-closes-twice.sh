# SPDX-License-Identifier: MIT
# A hand-written runner says one failed, then all passed.
cat >run <<'R'
#!/usr/bin/env python3
print("1 passed, 1 failed")
print("2 passed, 0 failed")
R
chmod +x run
repo
test_gate unit ./run
verify
caught 'closes twice|failed'
