# SPDX-License-Identifier: MIT
# A set of numbers in a choice.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; case $? in [01]) ;; *) exit 1;; esac'
verify
caught '.'
