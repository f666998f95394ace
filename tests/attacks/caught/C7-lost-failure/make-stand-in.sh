# SPDX-License-Identifier: MIT
# A program that does nothing is given for the one that checks.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >Makefile <<'FILE'
CHECK = ./check
test:
	$(CHECK)
FILE
repo
gate check 'make test CHECK=true'
verify
caught '.'
