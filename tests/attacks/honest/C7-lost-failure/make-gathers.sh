# A target that only gathers others.
printf 'all: a b\na:\n\t./check\nb:\n\t@echo b\n' >Makefile
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'make'
verify
passes
