# tox calls a failed environment ignored.
printf '[testenv]\nignore_outcome = true\ncommands = ./check\n' >tox.ini
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log; mkdir -p "$BOX/bin" && printf '#!/bin/sh\necho ok\nexit 0\n' >"$BOX/bin/tox" && chmod +x "$BOX/bin/tox"; export PATH="$BOX/bin:$PATH"
repo
gate check 'tox -e py'
verify
caught 'ignore_outcome'
