# SPDX-License-Identifier: MIT
# Report and console agree.
printf '*.xml\n*.tap\n*.json\n' >.gitignore
cat >run <<'R'
#!/usr/bin/env python3
open('r.xml', 'w').write('<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>')
print('2 passed, 0 failed')
R
chmod +x run
repo
test_gate unit ./run '"report": "r.xml"'
verify
passes 2
