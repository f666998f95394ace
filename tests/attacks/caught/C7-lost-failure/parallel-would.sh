# SPDX-License-Identifier: MIT
# It only says what it would do.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >parallel <<'FILE'
#!/bin/sh
echo ./check a; echo ./check b
FILE
chmod +x parallel
export PATH="$PWD:$PATH"
repo
gate check 'parallel --dry-run ./check ::: a b'
verify
caught '.'
