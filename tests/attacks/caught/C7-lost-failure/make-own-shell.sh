# SPDX-License-Identifier: MIT
# A shell of its own that always succeeds.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >Makefile <<'FILE'
SHELL = ./quiet
test:
	./check
FILE
cat >quiet <<'FILE'
#!/bin/sh
/bin/sh "$@"
exit 0
FILE
chmod +x quiet
repo
gate check 'make test'
verify
caught '.'
