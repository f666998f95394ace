# SPDX-License-Identifier: MIT
# What a script inside does not find is the script's failure.
printf '#!/bin/bash\nno-such-tool-here\n' >run.sh; chmod +x run.sh
repo
test_gate unit ./run.sh
verify
asked=yes
[ "$status" -eq 1 ] || fail "status $status, wanted 1"
never_says 'program_missing'
