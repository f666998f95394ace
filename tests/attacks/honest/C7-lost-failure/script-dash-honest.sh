# A script of a plain shell.
cat >run.sh <<'SCRIPT'
#!/bin/sh
set -e
cd .
./check
echo done
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check './run.sh'
verify
passes
