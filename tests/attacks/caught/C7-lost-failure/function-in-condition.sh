# In a function that is called in a condition, where -e does not hold.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 't() { ./check; ls; }; t || exit 1; ls'
verify
caught 'succeed|exit status|lost'
