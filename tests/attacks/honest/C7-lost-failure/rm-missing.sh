# Tidying up what is not there.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'rm build.log; ./check'
verify
passes
