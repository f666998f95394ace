# SPDX-License-Identifier: MIT
# node lets what nobody handles pass.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.js <<'FILE'
Promise.reject(new Error('x'))
FILE
repo
gate check 'node --unhandled-rejections=none run.js'
verify
caught '.'
