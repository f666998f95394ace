# SPDX-License-Identifier: MIT
# perl hands on the status.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'perl -e '\''exit(system("./check") >> 8)'\'''
verify
passes
