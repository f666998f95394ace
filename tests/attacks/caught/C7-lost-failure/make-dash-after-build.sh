# The same, after a build that can fail.
printf 'test: build\n\t-./check\nbuild:\n\tcat README\n' >Makefile
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'make test'
verify
caught 'ignored|lets it go on'
