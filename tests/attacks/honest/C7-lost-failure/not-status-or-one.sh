# SPDX-License-Identifier: MIT
# terraform and diff answer with other numbers.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check || [ $? -eq 2 ]'
verify
passes
