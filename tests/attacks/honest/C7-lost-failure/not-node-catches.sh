# SPDX-License-Identifier: MIT
# It throws again.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.js <<'FILE'
const {execSync} = require('child_process');
try { execSync('./check') } catch (e) { console.log('failed'); throw e }
FILE
repo
gate check 'node run.js'
verify
passes
