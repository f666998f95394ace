# SPDX-License-Identifier: MIT
# A failure is answered by code that can do nothing but succeed.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >good; chmod +x check good
repo
each_gate '' caught '.' <<'E'
./check || perl -e1
./check || perl -e 'exit 0'
./check || perl -e 'my $x = 1;'
./check || python3 -c 'x = 1'
./check || python3 -c 'exit(0)'
./check || python3 -c 'import sys; sys.exit(0)'
./check || python3 /dev/null
./check || perl /dev/null
./check || sh /dev/null
./check || bash /dev/null
./check || . /dev/null
./check || cmake -E true
./check || cmake -E echo failed
E
