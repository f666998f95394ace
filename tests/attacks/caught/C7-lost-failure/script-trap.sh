# A script with a trap of its own.
cat >run.sh <<'SCRIPT'
#!/bin/bash
trap 'exit 0' EXIT
./check
ls >/dev/null
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './run.sh'
verify
caught 'trap|failed'
