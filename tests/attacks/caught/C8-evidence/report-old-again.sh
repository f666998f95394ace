# SPDX-License-Identifier: MIT
# The old report itself is written again, with the old times in it.
printf '%s' '<testsuite tests="2" timestamp="2020-01-01T00:00:00"><testcase name="a"/><testcase name="b"/></testsuite>' >r.xml; touch -d '1 hour ago' r.xml
cp -p r.xml saved.xml
cat >run <<'R'
#!/usr/bin/env python3
import shutil
shutil.copy('saved.xml', 'r.xml')
R
chmod +x run
repo
test_gate unit ./run '"report": "r.xml"'
verify
caught 'old one again'
