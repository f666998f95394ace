# SPDX-License-Identifier: MIT
# A comment does not make it a unittest run.
printf '%s\nRan 5 tests in 0.001s\n\nOK\n' '----------------------------------------------------------------------' >old.log
repo
test_gate unit 'cat old.log # python3 -m unittest'
verify
caught 'runs no tests'
