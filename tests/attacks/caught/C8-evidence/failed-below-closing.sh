# SPDX-License-Identifier: MIT
# What failed is told below the closing line.
cat >run <<'FILE'
#!/usr/bin/env python3
import sys
sys.stdout.write('5 passed, 0 failed\n1 failed\n')
FILE
chmod +x run
repo
test_gate unit './run'
verify
caught 'failed'
