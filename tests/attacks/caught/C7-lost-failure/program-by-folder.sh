# SPDX-License-Identifier: MIT
# A script by the name of the folder.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run <<'FILE'
#!/bin/sh
./check
ls
FILE
chmod +x run
repo
gate check '"$PWD"/run'
verify
caught '.'
