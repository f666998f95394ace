# SPDX-License-Identifier: MIT
# It ends by it.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
cat >run.js <<'FILE'
Promise.resolve('x')
FILE
repo
gate check 'node --unhandled-rejections=strict run.js'
verify
passes
