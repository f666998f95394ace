# Make is told to go on by its environment.
printf 'test:\n\t./check\n' >Makefile
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'MAKEFLAGS=-i make test'
verify
caught 'succeed whatever'
