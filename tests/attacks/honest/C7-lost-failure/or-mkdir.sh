# A folder that may be there.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'test -d build || mkdir build; ./check'
verify
passes
