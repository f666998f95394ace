# In a subshell that ends well.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check '(./check; ls)'
verify
caught '`\./check` failed'
