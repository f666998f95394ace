# Hidden in a string.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'eval '\''./check; ls'\'''
verify
caught '`\./check` failed'
