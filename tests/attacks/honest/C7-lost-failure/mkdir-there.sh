# Making what is there.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'mkdir -p b; mkdir b; ./check'
verify
passes
