# The criterion of a goal.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'test -s README'
verify
passes
