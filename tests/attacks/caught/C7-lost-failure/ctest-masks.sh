# SPDX-License-Identifier: MIT
# The command of a test of CMake.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
mkdir build
cat >build/CTestTestfile.cmake <<'FILE'
add_test(a "/bin/sh" "-c" "../check || true")
FILE
repo
gate check 'ctest --test-dir build'
verify
caught '.'
