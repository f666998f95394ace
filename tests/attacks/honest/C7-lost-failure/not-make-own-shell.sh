# SPDX-License-Identifier: MIT
# The shell by its usual name.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >Makefile <<'FILE'
SHELL = /bin/bash
test:
	./check
FILE
repo
gate check 'make test'
verify
passes
