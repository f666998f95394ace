# A script with traps of its own.
cat >run.sh <<'SCRIPT'
#!/bin/bash
trap 'echo "failed at $LINENO"; exit 1' ERR
trap 'rm -f tmp.x' EXIT
./check
touch tmp.x
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check './run.sh'
verify
passes
