# SPDX-License-Identifier: MIT
# A command that only shows text runs no tests, whatever the text says.
printf '%s\nRan 5 tests in 0.001s\n\nOK\n' '----------------------------------------------------------------------' >old.log
repo
test_gate unit 'git show HEAD:old.log'
verify
caught 'runs no tests|cannot fail|proves nothing|constant|masked'
