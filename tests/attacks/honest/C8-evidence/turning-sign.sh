# SPDX-License-Identifier: MIT
# A sign that turns while tests run leaves their lines whole.
printf '#!/usr/bin/env python3\nprint("running |\\b/\\b-\\b done")\nprint("3 passed, 0 failed")\n' >run; chmod +x run
repo
test_gate unit './run'
verify
passes 3
