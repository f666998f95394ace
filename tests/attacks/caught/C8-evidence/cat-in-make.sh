# SPDX-License-Identifier: MIT
# A command that only shows text runs no tests, whatever the text says.
printf 'test:\n\t@cat old.log\n' >Makefile
printf '%s\nRan 5 tests in 0.001s\n\nOK\n' '----------------------------------------------------------------------' >old.log
repo
test_gate unit 'make test'
verify
caught 'runs no tests|cannot fail|proves nothing|constant|masked'
