# read to the end of the text.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'read -r -d '\'''\'' text <<E
abc
E
./check'
verify
passes
