# Tried until it works.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'for i in 1 2 3; do [ $i = 2 ] && break; sleep 0.01; done; ./check'
verify
passes
