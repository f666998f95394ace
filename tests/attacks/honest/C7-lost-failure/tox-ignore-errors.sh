# ignore_errors goes on and fails in the end; a dash is for what may be missing.
printf '[testenv]\nignore_errors = true\ncommands =\n    -rm nosuch\n    ./check {posargs}\n' >tox.ini
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README; mkdir -p "$BOX/bin" && printf '#!/bin/sh\n./check\n' >"$BOX/bin/tox" && chmod +x "$BOX/bin/tox"; export PATH="$BOX/bin:$PATH"
repo
gate check 'tox -e py -- -l'
verify
passes
