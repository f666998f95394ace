# SPDX-License-Identifier: MIT
# The loss stands in a function of make.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >Makefile <<'FILE'
try = $(1) || true
test:
	$(call try,./check)
FILE
repo
gate check 'make test'
verify
caught '.'
