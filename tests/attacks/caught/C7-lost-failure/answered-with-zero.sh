# SPDX-License-Identifier: MIT
# A failure that is answered with a zero, spelled in other ways, or with what everybody has.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README
repo
each_gate '' caught 'hides|exit status|masked|cannot fail|proves nothing|makefile' <<'E2'
./check || exit "${CODE:-0}"
exit $(( $(./check >/dev/null; echo $?) * 0 ))
./check || help true
./check || mapfile x </dev/null
./check || bash -n check
./check || xargs true </dev/null
make -f - <<< $'all:\n\t./check || true'
E2
