# A failure before a semicolon: the last command has nothing to do with it.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; ls'
verify
caught '`\./check` failed with status 1'
