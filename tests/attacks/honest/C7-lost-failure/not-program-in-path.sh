# SPDX-License-Identifier: MIT
# The same, with -e.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
mkdir bin
cat >bin/run <<'FILE'
#!/bin/sh -e
./check
ls
FILE
chmod +x bin/run
repo
gate check 'PATH=$PWD/bin:$PATH run'
verify
passes
