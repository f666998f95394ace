# SPDX-License-Identifier: MIT
# A function that lets failures through.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >Makefile <<'FILE'
try = $(1) && echo good
test:
	$(call try,./check)
FILE
repo
gate check 'make test'
verify
passes
