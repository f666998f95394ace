# SPDX-License-Identifier: MIT
# A stream of TAP that gives up after its points, and ends with 0.
printf '#!/bin/sh\nprintf "1..2\\nok 1 - a\\nok 2 - b\\nBail out! no database\\n"\n' >run; chmod +x run
repo
test_gate unit './run'
verify
caught 'failed'
