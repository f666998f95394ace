# The shell of make runs nothing.
printf 'SHELL := /bin/true\ntest:\n\t./check\n' >Makefile
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'make test'
verify
caught 'SHELL'
