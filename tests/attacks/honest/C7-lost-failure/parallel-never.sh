# parallel counts the failures it goes on after.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README; mkdir -p "$BOX/bin" && printf '#!/bin/sh\n./check\n' >"$BOX/bin/parallel" && chmod +x "$BOX/bin/parallel"; export PATH="$BOX/bin:$PATH"
repo
gate check 'parallel --halt never ./check ::: a b'
verify
passes
