# SPDX-License-Identifier: MIT
# A figure that is written and then drawn over was written.
printf '#!/usr/bin/env python3\nprint("1 failed" + "\\b" * 8 + "4 passed, 0 failed")\n' >run; chmod +x run
repo
test_gate unit './run'
verify
caught 'failed|closes twice'
