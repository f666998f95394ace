# One success ends it well.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log; mkdir -p "$BOX/bin" && printf '#!/bin/sh\necho ok\nexit 0\n' >"$BOX/bin/parallel" && chmod +x "$BOX/bin/parallel"; export PATH="$BOX/bin:$PATH"
repo
gate check 'parallel --halt now,success=1 ::: ./check true'
verify
caught 'as soon as one'
