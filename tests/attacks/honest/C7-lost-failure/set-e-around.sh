# -e off around one command whose status is looked at.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'set +e; false; rc=$?; set -e; [ $rc -eq 1 ] && ./check; exit $?'
verify
passes
