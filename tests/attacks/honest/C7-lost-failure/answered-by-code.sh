# SPDX-License-Identifier: MIT
# Code that answers a failure and says no, or stands for itself.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; cp check good; chmod +x check good
repo
each_gate '' passes <<'E'
./check || python3 -c 'import sys; sys.exit(1)'
./check || perl -e 'die "no"'
./check && python3 -c 'x = 1'
python3 -c 'assert 1 == 1' && ./check
./check || python3 -m unittest nosuch
E
