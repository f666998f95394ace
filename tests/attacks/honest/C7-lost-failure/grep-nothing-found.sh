# A filter that finds nothing.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'grep nothing README > found; ./check'
verify
passes
