# SPDX-License-Identifier: MIT
# Gates that --only leaves out are named, and the next whole run is not called weaker.
printf '#!/usr/bin/env python3\nprint("2 passed, 0 failed")\n' >run; chmod +x run
repo
test_gate unit ./run
gate other ./run
verify
passes
verify --only other
passes
says 'gate unit: left out'
verify
passes
never_says 'weaker'
