# Waiting for a file.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'touch ready; until [ -f ready ]; do sleep 0.01; done; ./check'
verify
passes
