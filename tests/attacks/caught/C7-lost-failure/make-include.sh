# The rule is in an included file.
printf 'include rules.mk\n' >Makefile; printf 'test:\n\t./check || true\n' >rules.mk
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'make test'
verify
caught 'rules.mk:2.*hides the exit status'
