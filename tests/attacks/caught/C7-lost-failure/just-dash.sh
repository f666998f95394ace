# just goes on after a line with a dash.
printf 'test:\n    -./check\n' >justfile
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log; mkdir -p "$BOX/bin" && printf '#!/bin/sh\necho ok\nexit 0\n' >"$BOX/bin/just" && chmod +x "$BOX/bin/just"; export PATH="$BOX/bin:$PATH"
repo
gate check 'just test'
verify
caught 'the .-. in front'
