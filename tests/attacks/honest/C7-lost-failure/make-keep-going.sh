# make -k fails in the end.
printf 'test:\n\t./check\n' >Makefile
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'make -k test'
verify
passes
