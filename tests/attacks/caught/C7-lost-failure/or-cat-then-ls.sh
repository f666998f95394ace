# Shown, and then something else.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check || cat log; ls'
verify
caught 'hides the exit status'
