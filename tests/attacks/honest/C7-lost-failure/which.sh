# A tool that is not there, and one that is.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'which nosuchprogram || which ls && ./check'
verify
passes
