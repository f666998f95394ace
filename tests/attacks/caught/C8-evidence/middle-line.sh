# SPDX-License-Identifier: MIT
# A line in the middle of the output is no summary.
cat >run <<'R'
#!/usr/bin/env python3
print("12 passed, 0 failed")
for i in range(20): print("line", i)
R
chmod +x run
repo
test_gate unit ./run
verify
caught 'unknown'
