# A function whose last test says no.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'debug() { [ -n "${DEBUG:-}" ] && echo "$@"; }; debug hi; ./check'
verify
passes
