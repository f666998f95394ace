# SPDX-License-Identifier: MIT
# With -e.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
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
gate check 'mksh -e run.sh'
verify
passes
