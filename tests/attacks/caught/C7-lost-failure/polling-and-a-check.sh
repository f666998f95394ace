# SPDX-License-Identifier: MIT
# What waits hides no check that was thrown away before it.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >good; chmod +x check good
repo
each_gate '' caught '.' <<'E'
./check || true; until test -f good; do sleep 0.1; done
./check || echo no; while ! test -f good; do sleep 0.1; done
while test -f good; do ./check; break; done
until python3 -m unittest nosuch; do sleep 0.1; exit 0; done
E
