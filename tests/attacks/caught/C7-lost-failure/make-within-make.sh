# The make within make goes on.
mkdir sub; printf 'test:\n\t$(MAKE) -C sub one\n' >Makefile; printf 'one:\n\t@../check || true\n' >sub/Makefile
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'make test'
verify
caught 'hides the exit status'
