# SPDX-License-Identifier: MIT
# The shell is told to forget where programs were.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
repo
for command in \
  'hash -r; ./check' \
  'hash sh && ./check' \
  ; do
  rm -f "$BOX/manifest.json"
  gate check "$command"
  verify
  passes
done
