# SPDX-License-Identifier: MIT
# A gate made optional is named.
printf '#!/usr/bin/env python3\nprint("2 passed, 0 failed")\n' >run; chmod +x run
repo
test_gate unit ./run
gate other ./run
verify
passes
never_says 'weaker'
rm "$BOX/manifest.json"
test_gate unit ./run '"required": false'
gate other ./run
verify
passes
says 'weaker than run .*optional now'
assay show last --format json >"$BOX/out"
says '"weaker": \['
