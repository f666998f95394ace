# SPDX-License-Identifier: MIT
# What everybody has says nothing about the check that failed.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
repo
each_gate '' caught 'hides the exit status' <<'E'
./check || cmp check check
./check || expr 1
./check || let 1
./check || find . -name nosuch
./check || sha256sum check
./check || git init -q .
./check || ulimit -n
./check || mktemp -u
E
