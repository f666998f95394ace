# SPDX-License-Identifier: MIT
# Two questions, either of which may be answered; the answer to a real check looks at its status.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
printf 'b\n' >f; cp f g
repo
each_gate '' passes <<'E'
grep -q a f || grep -q b f
cmp f check || cmp f g
git diff --quiet || git diff --exit-code
test -f nosuch || test -f f
cp nosuch x 2>/dev/null || cp f /dev/null
./check || [ $? -eq 5 ]
[ -d . ] || mkdir x
E
