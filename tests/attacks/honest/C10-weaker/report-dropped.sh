# SPDX-License-Identifier: MIT
# A report that is not read any more is named.
printf '#!/usr/bin/env python3\nprint("2 passed, 0 failed")\n' >run; chmod +x run
repo
printf '#!/usr/bin/env python3\nopen("r.tap", "w").write("1..1\\nok 1\\n")\nprint("2 passed, 0 failed")\n' >write; chmod +x write; test_gate unit ./write '"report": "r.tap"'
gate other ./run
verify
passes
never_says 'weaker'
rm "$BOX/manifest.json"
test_gate unit ./write
gate other ./run
verify
passes
says 'weaker than run .*no report'
assay show last --format json >"$BOX/out"
says '"weaker": \['
