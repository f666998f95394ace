# SPDX-License-Identifier: MIT
# The same with the one status it never has.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; test $? -ne 2'
verify
caught '.'
