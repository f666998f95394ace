# SPDX-License-Identifier: MIT
# A command that only shows text runs no tests, whatever the text says.
printf '#!/bin/sh\ncat old.log\n' >run.sh; chmod +x run.sh
printf '%s\nRan 5 tests in 0.001s\n\nOK\n' '----------------------------------------------------------------------' >old.log
repo
test_gate unit './run.sh'
verify
caught 'runs no tests|cannot fail|proves nothing|constant|masked'
