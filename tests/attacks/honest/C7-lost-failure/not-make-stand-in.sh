# SPDX-License-Identifier: MIT
# A variable that is a switch.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >Makefile <<'FILE'
CHECK = ./check
test:
	$(CHECK) $(VERBOSE)
FILE
repo
gate check 'make test VERBOSE=true'
verify
passes
