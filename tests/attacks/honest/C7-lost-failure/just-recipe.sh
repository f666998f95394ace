# A recipe of just that tidies up first.
printf 'test: clean\n    ./check\nclean:\n    -rm log\n' >justfile
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README; mkdir -p "$BOX/bin" && printf '#!/bin/sh\n./check\n' >"$BOX/bin/just" && chmod +x "$BOX/bin/just"; export PATH="$BOX/bin:$PATH"
repo
gate check 'just test'
verify
passes
