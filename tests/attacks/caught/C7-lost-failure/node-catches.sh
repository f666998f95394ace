# SPDX-License-Identifier: MIT
# execSync throws, and nobody minds.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.js <<'FILE'
const {execSync} = require('child_process');
try { execSync('./check') } catch { console.log('failed') }
FILE
repo
gate check 'node run.js'
verify
caught '.'
