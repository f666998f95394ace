# SPDX-License-Identifier: MIT
# An optional gate that fails is no failure in JUnit, and a place that cannot be written is refused first.
printf '#!/usr/bin/env python3\nprint("2 passed, 0 failed")\n' >run; chmod +x run
repo
test_gate unit ./run
gate extra 'python3 -c "import nothing_here"' '"required": false'
verify --junit "$BOX/j.xml"
passes
! grep -q '<failure' "$BOX/j.xml" || fail 'a failure under PASS'
grep -q 'optional' "$BOX/j.xml" || fail 'nothing is told'
verify --junit "$BOX/no/such/j.xml"
refused 'junit'
