# SPDX-License-Identifier: MIT
# The observer is taken out of the environment of the shells that follow.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
printf '#!/bin/bash\n./check\n./ok\n' >run.sh; chmod +x run.sh
repo
each_gate '' caught 'observed' <<'E'
export -n BASH_ENV; ./run.sh
declare +x BASH_ENV; ./run.sh
E
