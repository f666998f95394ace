# The alternative does the job.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'command -v nosuchprogram >/dev/null || ./check'
verify
passes
