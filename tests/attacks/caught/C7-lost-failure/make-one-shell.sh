# One shell for all lines keeps only the last status.
printf '.ONESHELL:\ntest:\n\t./check\n\techo done\n' >Makefile
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'make test'
verify
caught 'exit status|comes last|lost'
