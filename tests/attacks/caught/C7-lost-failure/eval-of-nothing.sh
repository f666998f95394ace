# SPDX-License-Identifier: MIT
# An eval of nothing behind a failure: no next command, and no status either.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check
printf './check\neval "$NOTHING"\n' >run.sh
repo
each_gate '' caught '\./check' <<'E2'
./check; eval "$NOTHING"
bash run.sh
(./check; eval "$NOTHING")
E2
