# SPDX-License-Identifier: MIT
# It returns while the check goes on.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
mkdir "$BOX/bin"; for name in sudo ssh; do printf '#!/bin/sh\nexit 0\n' >"$BOX/bin/$name"; chmod +x "$BOX/bin/$name"; done
export PATH="$BOX/bin:$PATH"
repo
each_gate '' caught 'outlive' <<'E'
sudo -b ./check
sudo -n --background ./check
ssh -f localhost ./check
E
