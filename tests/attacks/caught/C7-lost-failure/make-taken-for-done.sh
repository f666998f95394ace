# SPDX-License-Identifier: MIT
# A target is taken for done.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >Makefile <<'FILE'
test: inner
	@echo ok
inner:
	./check
FILE
repo
gate check 'make -o inner test'
verify
caught '.'
