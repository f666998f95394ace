# SPDX-License-Identifier: MIT
# The loss stands in a function of a sourced file.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >lib.sh <<'FILE'
run_all() {
  ./check || return 0
}
FILE
repo
gate check '. ./lib.sh; run_all'
verify
caught '.'
