# SPDX-License-Identifier: MIT
# Lists of commands in such a shell that lose nothing: joined, under -e, or nothing before the check can matter.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; cp check good; chmod +x check good
repo
each_gate '' passes <<'E'
sh -c './check && ./good'
sh -ec './check; ./good'
sh -c 'set -e; ./check; ./good'
sh -c 'mkdir -p out; echo start; ./check'; rm -rf out
sh -c './check || exit 1; ./good'
sh -c './check; rc=$?; echo $rc; exit $rc'
sh -c 'command -v nosuch; ./check'
sh -c 'test -f nosuch; ./check'
E
