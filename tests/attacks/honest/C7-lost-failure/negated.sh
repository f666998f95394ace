# What must not be there.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check '! grep -q secret README'
verify
passes
