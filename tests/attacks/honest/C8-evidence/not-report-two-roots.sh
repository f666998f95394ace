# SPDX-License-Identifier: MIT
# Two suites in one root.
cat >run <<'FILE'
#!/usr/bin/env python3
open('r.xml', 'w').write('<testsuites><testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite><testsuite tests="1"><testcase name="z"/></testsuite></testsuites>')
FILE
chmod +x run
repo
test_gate unit './run' '"report": "r.xml"'
verify
passes 3
