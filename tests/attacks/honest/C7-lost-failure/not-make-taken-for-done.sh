# SPDX-License-Identifier: MIT
# It is made.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >Makefile <<'FILE'
test: inner
	@echo ok
inner:
	./check
FILE
repo
gate check 'make test'
verify
passes
