# What is asked for only talks; what it needs hides the failure.
printf 'all: test\n\t@echo done\ntest:\n\t@./check || true\n' >Makefile
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'make all'
verify
caught 'hides the exit status'
