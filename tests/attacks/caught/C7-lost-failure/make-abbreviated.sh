# SPDX-License-Identifier: MIT
# An option by its beginning.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >Makefile <<'FILE'
test:
	./check
FILE
repo
gate check 'make --dry test'
verify
caught '.'
