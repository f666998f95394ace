# A trap that keeps the status.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'trap '\''rc=$?; rm -rf tmp; exit $rc'\'' EXIT; mkdir tmp; ./check'
verify
passes
