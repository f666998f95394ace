# SPDX-License-Identifier: MIT
# The status of the last stage is that of tee.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
repo
each_gate '' caught 'masked|hides|lost|reach' <<'E'
./check | tee log; exit ${PIPESTATUS[-1]}
E
