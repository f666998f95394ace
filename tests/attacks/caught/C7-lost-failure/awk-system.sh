# SPDX-License-Identifier: MIT
# awk starts it.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'awk '\''BEGIN { system("./check") }'\'''
verify
caught '.'
