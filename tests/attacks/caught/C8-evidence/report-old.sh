# SPDX-License-Identifier: MIT
# An old report is left where it is.
printf '%s' '<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>' >r.xml; touch -d '1 hour ago' r.xml
cat >run <<'R'
#!/usr/bin/env python3
pass
R
chmod +x run
repo
test_gate unit ./run '"report": "r.xml"'
verify
caught 'not written during this attempt'
