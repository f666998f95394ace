# The recipe hides it.
printf 'test:\n\t./check || true\n' >Makefile
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'make test'
verify
caught 'hides the exit status'
