# SPDX-License-Identifier: MIT
# A second suite, with a failure, behind the first.
cat >run <<'FILE'
#!/usr/bin/env python3
open('r.xml', 'w').write('<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite><testsuite tests="1"><testcase name="z"><failure/></testcase></testsuite>')
FILE
chmod +x run
repo
test_gate unit './run' '"report": "r.xml"'
verify
caught 'more than one root'
