# SPDX-License-Identifier: MIT
# A clause for the failure.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; case $? in 0) echo ok;; *) exit 1;; esac'
verify
passes
