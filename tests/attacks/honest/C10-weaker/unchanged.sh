# SPDX-License-Identifier: MIT
# The same again, and stronger: nothing to say.
printf '#!/usr/bin/env python3\nprint("2 passed, 0 failed")\n' >run; chmod +x run
repo
test_gate unit ./run
verify
passes
gate other ./run
verify
passes
never_says 'weaker'
