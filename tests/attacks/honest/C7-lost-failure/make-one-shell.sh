# One shell for all lines that stops at the first failure.
printf '.ONESHELL:\n.SHELLFLAGS := -ec\ntest:\n\t./check\n\techo done\n' >Makefile
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'make test'
verify
passes
