# SPDX-License-Identifier: MIT
# The same, with -e.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run <<'FILE'
#!/bin/sh -e
./check
ls
FILE
chmod +x run
repo
gate check 's=./run; $s'
verify
passes
