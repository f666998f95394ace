# SPDX-License-Identifier: MIT
# A gate that fails before it writes leaves the old report where it was.
printf '%s' '<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>' >r.xml; printf 'r.xml\n' >.gitignore
repo
test_gate unit 'python3 -c "import nothing_here"' '"report": "r.xml"'
verify
asked=yes
[ "$status" -eq 1 ] || fail "status $status, wanted 1"
[ -s r.xml ] || fail "the old report is gone"
