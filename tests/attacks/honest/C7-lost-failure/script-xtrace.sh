# A script that shows its commands.
cat >run.sh <<'SCRIPT'
#!/bin/bash
set -x
false; rc=$?
./check
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check './run.sh'
verify
passes
