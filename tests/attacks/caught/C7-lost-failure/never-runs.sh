# SPDX-License-Identifier: MIT
# The check stands where nothing comes to.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >good; chmod +x check good
repo
each_gate '' caught 'never runs|cannot fail|nothing' <<'E'
exec ./good; ./check
false && ./check; ./good
read x <good && false && ./check; ./good
for ((i=0;i<0;i++)); do ./check || exit 1; done
for ((;0;)); do ./check; done
for i in $(seq 0); do ./check; done
for i in $(seq 1 0); do ./check || exit 1; done
while false; do ./check; done
until true; do ./check; done
E
