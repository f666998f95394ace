# A target that says that it is done.
printf 'all: test\n\t@echo done\ntest:\n\t./check\n' >Makefile
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'make all'
verify
passes
