# A shell that is fed a heredoc.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'sh <<E
./check || :
E
'
verify
caught 'hides the exit status'
