# SPDX-License-Identifier: MIT
# A gate that is gone is named.
printf '#!/usr/bin/env python3\nprint("2 passed, 0 failed")\n' >run; chmod +x run
repo
test_gate unit ./run
gate other ./run
verify
passes
never_says 'weaker'
rm "$BOX/manifest.json"
gate other ./run
verify
passes
says 'weaker than run .*gate unit: gone'
assay show last --format json >"$BOX/out"
says '"weaker": \['
