# Make prints what it would do.
printf 'test:\n\t./check\n' >Makefile
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'make -n test'
verify
caught 'instead of doing'
