# SPDX-License-Identifier: MIT
# Two runs in a row.
printf '*.xml\n*.tap\n*.json\n' >.gitignore
cat >run <<'R'
#!/usr/bin/env python3
open('r.xml', 'w').write('<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>')
R
chmod +x run
repo
test_gate unit ./run '"report": "r.xml"'
verify
passes 2
verify
passes 2
verify
passes 2
