# Shells are kept from being observed.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'BASH_ENV=/dev/null bash -c '\''./check; ls'\'''
verify
caught 'observed|lost|succeed'
