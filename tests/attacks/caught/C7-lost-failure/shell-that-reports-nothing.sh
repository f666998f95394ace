# SPDX-License-Identifier: MIT
# A check before a semicolon, in a shell that tells nobody.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >good; chmod +x check good
repo
each_gate '' caught 'goes on if it fails|join them' <<'E'
sh -c './check; ./good'
dash -c './check; ./good'
env sh -c './check; ./good'
timeout 10 sh -c './check; ./good'
sh -c '(./check); ./good'
sh -c '{ ./check; }; ./good'
sh -c 'if true; then ./check; ./good; fi'
sh -c 'for i in 1; do ./check; ./good; done'
sh -c 'cd . ; ./check; cd . && ./good'
echo a | xargs -I{} sh -c './check; ./good'
sh <<< './check; ./good'
echo './check; ./good' | sh
E
