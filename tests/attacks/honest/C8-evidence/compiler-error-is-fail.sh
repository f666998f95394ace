# SPDX-License-Identifier: MIT
# A failure before the first test is FAIL, with the compiler's lines.
echo 'def broken(:' >test_a.py
printf 'test:\n\tpython3 -m py_compile test_a.py\n\tpython3 -m unittest\n' >Makefile
repo
test_gate unit 'make test'
verify
asked=yes
[ "$status" -eq 1 ] || fail "status $status, wanted 1"
says 'SyntaxError'
never_says 'JUnit'
