# tox tells of a failure that it ignores; its file cannot be read.
printf '#!/bin/sh\necho "  py: ignored failed command"\n' >tox; chmod +x tox
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './tox -e py'
verify
caught 'ignored failed command'
