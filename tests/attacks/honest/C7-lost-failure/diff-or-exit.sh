# A comparison that counts.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'echo hello > copy; diff README copy || exit 1'
verify
passes
