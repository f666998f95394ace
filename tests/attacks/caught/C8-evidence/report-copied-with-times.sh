# SPDX-License-Identifier: MIT
# A saved report is copied with its old times.
printf '%s' '<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>' >r.xml; touch -d '1 hour ago' r.xml
cp -p r.xml saved.xml
cat >run <<'R'
#!/usr/bin/env python3
import shutil
shutil.copy2('saved.xml', 'r.xml')
R
chmod +x run
repo
test_gate unit ./run '"report": "r.xml"'
verify
caught 'not written during this attempt'
