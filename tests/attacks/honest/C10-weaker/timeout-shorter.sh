# SPDX-License-Identifier: MIT
# A shorter time limit is named.
printf '#!/usr/bin/env python3\nprint("2 passed, 0 failed")\n' >run; chmod +x run
repo
test_gate unit ./run
gate other ./run
verify
passes
never_says 'weaker'
rm "$BOX/manifest.json"
test_gate unit ./run '"timeout_seconds": 5'
gate other ./run
verify
passes
says 'weaker than run .*time limit'
assay show last --format json >"$BOX/out"
says '"weaker": \['
