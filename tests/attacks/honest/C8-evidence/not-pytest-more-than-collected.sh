# SPDX-License-Identifier: MIT
# As many as were collected.
cat >run <<'FILE'
#!/usr/bin/env python3
import sys
sys.stdout.write('============================= test session starts ==============================\nplatform linux\ncollected 3 items\n\ntest_a.py ...                                                            [100%]\n\n===== 3 passed in 0.01s =====\n')
FILE
chmod +x run
repo
test_gate unit './run'
verify
passes 3
