# SPDX-License-Identifier: MIT
# cp is no test run, fresh times or not.
printf '%s' '<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>' >saved.xml
repo
test_gate unit 'cp saved.xml r.xml' '"report": "r.xml"'
verify
caught 'runs no tests'
