# A status that is kept and looked at later.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'false; rc=$?; ./check && [ $rc -eq 1 ]'
verify
passes
