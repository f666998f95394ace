# A writer that is cut off.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'yes | head -n 1; ./check'
verify
passes
