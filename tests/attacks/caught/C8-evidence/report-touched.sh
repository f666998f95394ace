# SPDX-License-Identifier: MIT
# An old report is touched, not written.
printf '%s' '<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>' >r.xml; touch -d '1 hour ago' r.xml
cat >run <<'R'
#!/usr/bin/env python3
import pathlib
pathlib.Path('r.xml').touch()
R
chmod +x run
repo
test_gate unit ./run '"report": "r.xml"'
verify
caught 'report'
