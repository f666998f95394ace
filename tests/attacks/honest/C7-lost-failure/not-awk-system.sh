# SPDX-License-Identifier: MIT
# awk hands on the status.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'awk '\''BEGIN { exit system("./check") }'\'''
verify
passes
