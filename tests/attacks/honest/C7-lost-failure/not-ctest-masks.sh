# SPDX-License-Identifier: MIT
# A test whose command can fail.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; chmod +x check; echo hello >README; echo log >log
mkdir build
cat >build/CTestTestfile.cmake <<'FILE'
add_test(a "/bin/sh" "-c" "../check")
FILE
repo
gate check 'ctest --test-dir build'
verify
passes
