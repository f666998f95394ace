# SPDX-License-Identifier: MIT
# In a loop nothing is watched left of &&.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'for c in ./check; do $c && echo ok; done; ls'
verify
caught '.'
