# find tells how it ended.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'find . -maxdepth 1 -name README -exec grep -q hello {} +'
verify
passes
