# SPDX-License-Identifier: MIT
# spawnSync throws nothing.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run <<'FILE'
#!/usr/bin/env node
require('child_process').spawnSync('./check', {stdio: 'inherit'});
FILE
chmod +x run
repo
gate check './run'
verify
caught '.'
