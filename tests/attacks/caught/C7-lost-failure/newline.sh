# The same with a line break in place of the semicolon.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check
cat README'
verify
caught '`\./check` failed with status 1'
