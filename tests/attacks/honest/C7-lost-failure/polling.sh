# SPDX-License-Identifier: MIT
# What waits for something loses nothing.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; cp check good; chmod +x check good
repo
each_gate '' passes <<'E'
until test -f good; do sleep 0.1; done
while ! test -f good; do sleep 0.1; done
n=0; until [ -f good ]; do n=$((n+1)); [ $n -gt 20 ] && exit 1; sleep 0.2; done
n=0; until [ -f good ] || [ $n -eq 20 ]; do n=$((n+1)); sleep 0.1; done; [ -f good ]
while ! grep -q . good 2>/dev/null && [ ! -f good ]; do sleep 0.1; done; test -f good
timeout 10 bash -c 'while ! test -f good; do sleep 0.1; done'
until python3 -c 'import os,sys; sys.exit(not os.path.exists("good"))'; do sleep 0.1; done
for i in 1 2 3; do test -f good && break; sleep 0.1; done; test -f good
E
