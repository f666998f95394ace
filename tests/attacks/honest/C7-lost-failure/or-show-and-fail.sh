# The log is shown, and the failure stays one.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check './check > out.log || { cat out.log; exit 1; }'
verify
passes
