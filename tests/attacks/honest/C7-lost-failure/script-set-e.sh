# A script that stops at failures.
cat >run.sh <<'SCRIPT'
#!/bin/bash
set -euo pipefail
./check
ls >/dev/null
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check './run.sh'
verify
passes
