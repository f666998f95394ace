# SPDX-License-Identifier: MIT
# The status a program must refuse with.
printf '#!/bin/sh\necho checked\nexit 3\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; test $? -eq 3'
verify
passes
