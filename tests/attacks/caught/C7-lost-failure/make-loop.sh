# A loop in a recipe keeps only the last status.
printf 'all: test\ntest:\n\tfor d in 1 2; do $(MAKE) one; done; true\none:\n\t./check\n' >Makefile
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'make test'
verify
caught 'Error|exit status|check'
