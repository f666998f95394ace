# Questions to git that have no answer.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'v=$(git describe --tags 2>/dev/null); git config --get no.such; ./check'
verify
passes
