# A filter that finds nothing, in a pipe.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'grep nothing README | sort; ./check'
verify
passes
