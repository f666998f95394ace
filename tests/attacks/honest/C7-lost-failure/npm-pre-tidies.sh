# The script before tidies up.
echo '{"scripts": {"pretest": "rm -r out || true", "test": "./check", "posttest": "ls"}}' >package.json
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README; mkdir -p "$BOX/bin" && printf '#!/bin/sh\n./check\n' >"$BOX/bin/npm" && chmod +x "$BOX/bin/npm"; export PATH="$BOX/bin:$PATH"
repo
gate check 'npm test'
verify
passes
