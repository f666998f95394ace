# SPDX-License-Identifier: MIT
# Zero tests allowed is named.
printf '#!/usr/bin/env python3\nprint("2 passed, 0 failed")\n' >run; chmod +x run
repo
test_gate unit ./run
gate other ./run
verify
passes
never_says 'weaker'
rm "$BOX/manifest.json"
test_gate unit ./run '"allow_zero_tests": true'
gate other ./run
verify
passes
says 'weaker than run .*zero tests'
assay show last --format json >"$BOX/out"
says '"weaker": \['
