# SPDX-License-Identifier: MIT
# They wait for it.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
mkdir "$BOX/bin"; for name in sudo ssh; do printf '#!/bin/sh\nexec ./check\n' >"$BOX/bin/$name"; chmod +x "$BOX/bin/$name"; done
export PATH="$BOX/bin:$PATH"
repo
each_gate '' passes <<'E'
sudo ./check -b
sudo -n ./check
ssh localhost ./check -f
E
