# A status that is looked at.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'grep -q nothing README; case $? in 1) ./check ;; *) exit 1 ;; esac'
verify
passes
