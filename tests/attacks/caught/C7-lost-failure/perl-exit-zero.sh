# SPDX-License-Identifier: MIT
# perl says that all is well.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'perl -e '\''system("./check"); exit 0'\'''
verify
caught '.'
