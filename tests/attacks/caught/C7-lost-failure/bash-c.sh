# In a shell of its own.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'bash -c '\''./check; ls'\'''
verify
caught '`\./check` failed'
