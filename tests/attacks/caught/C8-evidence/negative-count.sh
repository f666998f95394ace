# SPDX-License-Identifier: MIT
# A number below nothing.
cat >run <<'FILE'
#!/usr/bin/env python3
import sys
sys.stdout.write('-5 passed, 0 failed\n')
FILE
chmod +x run
repo
test_gate unit './run'
verify
caught 'unit'
