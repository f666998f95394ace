# SPDX-License-Identifier: MIT
# Shells that report nothing, by their other names.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
cat >mksh <<'FILE'
#!/bin/sh
exec /bin/sh "$@"
FILE
chmod +x mksh
export PATH="$PWD:$PATH"
cat >run.sh <<'FILE'
./check
ls
FILE
repo
gate check 'mksh run.sh'
verify
caught '.'
