# xargs tells how it ended.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'echo README | xargs grep -q hello'
verify
passes
