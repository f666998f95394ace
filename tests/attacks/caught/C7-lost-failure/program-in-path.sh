# SPDX-License-Identifier: MIT
# A script that is found by PATH.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
mkdir bin
cat >bin/run <<'FILE'
#!/bin/sh
./check
ls
FILE
chmod +x bin/run
repo
gate check 'PATH=$PWD/bin:$PATH run'
verify
caught '.'
