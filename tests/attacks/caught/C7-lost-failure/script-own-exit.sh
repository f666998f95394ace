# exit 0 at the end.
cat >run.sh <<'SCRIPT'
#!/bin/bash
set -e
./check || status=1
exit 0
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './run.sh'
verify
caught 'run.sh'
