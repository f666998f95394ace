# An included file tells make to go on.
printf 'include rules.mk\ntest:\n\t./check\n' >Makefile; printf 'MAKEFLAGS += i\n' >rules.mk
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'make test'
verify
caught 'MAKEFLAGS|ignored'
