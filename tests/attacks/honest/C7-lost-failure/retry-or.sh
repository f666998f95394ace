# Tried once more.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check './check --fast || ./check'
verify
passes
