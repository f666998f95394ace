# A plain target.
printf 'test:\n\t./check\n' >Makefile
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'make test'
verify
passes
