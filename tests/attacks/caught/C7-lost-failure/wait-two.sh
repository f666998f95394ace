# SPDX-License-Identifier: MIT
# Only the last of two is waited for with its status.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check & p=$!; sleep 0.1 & q=$!; wait $p $q'
verify
caught '.'
