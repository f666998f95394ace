# SPDX-License-Identifier: MIT
# Each is.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check & p=$!; ./check & q=$!; wait $p && wait $q'
verify
passes
