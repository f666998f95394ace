# SPDX-License-Identifier: MIT
# Its status is handed on.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run <<'FILE'
#!/usr/bin/env node
process.exit(require('child_process').spawnSync('./check', {stdio: 'inherit'}).status);
FILE
chmod +x run
repo
gate check './run'
verify
passes
