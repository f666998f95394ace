# SPDX-License-Identifier: MIT
# A test prints a closing line that counts more than was collected, and ends the run.
cat >run <<'FILE'
#!/usr/bin/env python3
import sys
sys.stdout.write('============================= test session starts ==============================\nplatform linux\ncollected 1 item\n\ntest_a.py \n===== 3 passed in 0.01s =====\n')
FILE
chmod +x run
repo
test_gate unit './run'
verify
caught 'unit'
