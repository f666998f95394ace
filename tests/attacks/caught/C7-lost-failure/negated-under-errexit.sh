# SPDX-License-Identifier: MIT
# Behind ! nothing ends the shell.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'set -e; ! ./check; ls'
verify
caught '.'
