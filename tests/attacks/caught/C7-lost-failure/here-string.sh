# A shell that is fed a string.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'bash <<< '\''./check; ls'\'''
verify
caught '`\./check` failed'
