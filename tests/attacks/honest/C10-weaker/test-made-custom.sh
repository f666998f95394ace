# SPDX-License-Identifier: MIT
# A test gate made custom is named.
printf '#!/usr/bin/env python3\nprint("2 passed, 0 failed")\n' >run; chmod +x run
repo
test_gate unit ./run
gate other ./run
verify
passes
never_says 'weaker'
rm "$BOX/manifest.json"
gate unit ./run
gate other ./run
verify
passes
says 'weaker than run .*a test gate before'
assay show last --format json >"$BOX/out"
says '"weaker": \['
