# A dash before the recipe line.
printf 'test:\n\t-./check\n' >Makefile
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'make test'
verify
caught 'lets it go on|ignored'
