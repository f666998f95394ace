# SPDX-License-Identifier: MIT
# The loss stands between define and endef.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >Makefile <<'FILE'
define run
./check || true
endef
test:
	$(run)
FILE
repo
gate check 'make test'
verify
caught '.'
