# SPDX-License-Identifier: MIT
# Long output is fine with a report.
printf '*.xml\n*.tap\n*.json\n' >.gitignore
cat >run <<'R'
#!/usr/bin/env python3
open('r.xml', 'w').write('<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>')
import sys
for _ in range(2000): sys.stdout.write('x' * 9999 + chr(10))
R
chmod +x run
repo
test_gate unit ./run '"report": "r.xml"'
verify
passes 2
