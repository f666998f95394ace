# SPDX-License-Identifier: MIT
# What fish calls ||.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >fish <<'FILE'
#!/bin/bash
exit 0
FILE
chmod +x fish
export PATH="$PWD:$PATH"
repo
gate check 'fish -c "./check; or true"'
verify
caught '.'
