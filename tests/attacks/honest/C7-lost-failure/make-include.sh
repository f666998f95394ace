# An included file, a condition and a make within make.
mkdir sub; printf -- '-include local.mk\ninclude rules.mk\nifdef X\nY = 1\nendif\n' >Makefile; printf 'test:\nifdef X\n\t-rm log\nendif\n\t$(MAKE) -C sub one\n' >rules.mk; printf 'one:\n\tcd .. && ./check\n' >sub/Makefile
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'make test'
verify
passes
