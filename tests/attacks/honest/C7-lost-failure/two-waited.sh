# Two at a time, both waited for.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check './check & p=$!; ./check & q=$!; wait $p && wait $q'
verify
passes
