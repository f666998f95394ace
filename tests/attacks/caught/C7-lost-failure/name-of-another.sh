# SPDX-License-Identifier: MIT
# Another program answers to the name, or for a program that is not there.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
repo
each_gate '' caught 'answers? (to a name|for programs)' <<'E'
hash -p /bin/true check; check
command_not_found_handle() { return 0; }; nosuchcheck
E
