# SPDX-License-Identifier: MIT
# A failure is kept in a variable, and the question at the end is content with it.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >good; chmod +x check good
repo
each_gate '' caught '.' <<'E'
rc=0; ./check || rc=1; exit $((rc>1))
rc=0; ./check || rc=1; [ $rc -lt 2 ]
rc=0; ./check || rc=1; (( rc < 5 ))
rc=0; ./check || rc=1; test $rc -ge 0
rc=0; ./check || rc=1; [[ $rc == 0 || $rc == 1 ]]
rc=0; ./check || rc=1; case $rc in 0|1) exit 0;; esac; exit 1
E
