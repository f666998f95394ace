# SPDX-License-Identifier: MIT
# One number.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; case $? in [0]) ;; *) exit 1;; esac'
verify
passes
