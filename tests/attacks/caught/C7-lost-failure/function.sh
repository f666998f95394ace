# In a function that ends well.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 't() { ./check; ls; }; t'
verify
caught '`\./check` failed'
