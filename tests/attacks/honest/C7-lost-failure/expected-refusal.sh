# SPDX-License-Identifier: MIT
# A program that has to refuse: its status is asked for at once, also with `set +e`.
printf '#!/bin/sh\nexit 1\n' >refuses; printf '#!/bin/sh\nexit 0\n' >good; chmod +x refuses good
repo
each_gate '' passes <<'E2'
set +e; ./refuses; [ $? -eq 1 ] || exit 1; ./good
until ./good; do sleep 1; done
./refuses && exit 1; ./good
E2
