# SPDX-License-Identifier: MIT
# Another one.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >Makefile <<'FILE'
test:
	./check
FILE
repo
gate check 'make --no-print test'
verify
passes
