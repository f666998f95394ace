# Nobody there.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'pgrep -f nosuchprocess-xyz; ./check'
verify
passes
