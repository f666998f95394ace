# SPDX-License-Identifier: MIT
# A shell script that compares and counts.
cat >run.sh <<'R'
#!/bin/bash
passed=0 failed=0
for n in 1 2 3; do
  if [ "$((n + n))" = "$((2 * n))" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
R
chmod +x run.sh
repo
test_gate unit ./run.sh
verify
passes 3
