# SPDX-License-Identifier: MIT
# One old file among those that fit does not block.
printf '%s' '<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>' >old.xml; touch -d '1 hour ago' old.xml
printf '*.xml\n*.tap\n*.json\n' >.gitignore
cat >run <<'R'
#!/usr/bin/env python3
open('r.xml', 'w').write('<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>')
R
chmod +x run
repo
test_gate unit ./run '"report": "*.xml"'
verify
passes 2
says 'not of this attempt: old.xml'
[ -s old.xml ] || fail 'the old report is gone'
[ -z "$(find . -name '*assay-before')" ] || fail 'something was left behind'
