# SPDX-License-Identifier: MIT
# A failure is kept in a variable, and what is worked out of it is 0.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >good; chmod +x check good
repo
each_gate '' caught '.' <<'E'
rc=0; ./check || rc=1; exit $((rc-1))
rc=0; ./check || rc=$?; exit $((rc - 1))
rc=1; ./check && rc=0; exit $((rc*2%2))
rc=0; ./check || rc=256; exit $rc
rc=0; ./check || let rc+=1; exit $((rc/2))
rc=0; ./check || ((rc++)); exit $((rc%1))
rc=0; if ! ./check; then rc=1; fi; exit $((rc-1))
E
