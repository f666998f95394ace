# A server that a trap ends.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'sleep 30 & trap '\''kill $!'\'' EXIT; ./check'
verify
passes
