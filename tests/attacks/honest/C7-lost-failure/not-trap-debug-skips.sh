# SPDX-License-Identifier: MIT
# A DEBUG trap that shows them.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'trap '\''echo + $BASH_COMMAND'\'' DEBUG; ./check'
verify
passes
