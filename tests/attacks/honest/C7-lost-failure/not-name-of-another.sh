# SPDX-License-Identifier: MIT
# The shell is told to forget where programs were.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
repo
each_gate '' passes <<'E'
hash -r; ./check
hash sh && ./check
E
