# SPDX-License-Identifier: MIT
# The variable that is handed on is another one.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; rc=$?; exit $rcc'
verify
caught '.'
