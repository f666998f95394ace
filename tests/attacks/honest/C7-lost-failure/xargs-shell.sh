# Each command of xargs tells how it ended.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check "printf 'a\\nb\\n' | xargs -I{} sh -c './check {} && ls >/dev/null'"
verify
passes
