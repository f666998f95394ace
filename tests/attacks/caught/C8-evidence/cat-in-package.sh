# SPDX-License-Identifier: MIT
# A command that only shows text runs no tests, whatever the text says.
printf '{"scripts": {"test": "cat old.log"}}' >package.json
mkdir bin; printf '#!/bin/sh\ncat old.log\n' >bin/npm; chmod +x bin/npm; export PATH="$PWD/bin:$PATH"
printf '%s\nRan 5 tests in 0.001s\n\nOK\n' '----------------------------------------------------------------------' >old.log
repo
test_gate unit 'npm test'
verify
caught 'runs no tests|cannot fail|proves nothing|constant|masked'
