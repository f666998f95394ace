# SPDX-License-Identifier: MIT
# The report says two tests ran, the runner says none did.
cat >test_a.py <<'P'
open('r.xml', 'w').write('<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>')
P
repo
test_gate unit 'python3 -m unittest test_a' '"report": "r.xml"'
verify
caught 'console says none|did not pass|fail'
