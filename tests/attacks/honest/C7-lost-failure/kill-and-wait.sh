# A server that is ended.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'sleep 30 & p=$!; ./check; rc=$?; kill $p; wait $p; exit $rc'
verify
passes
