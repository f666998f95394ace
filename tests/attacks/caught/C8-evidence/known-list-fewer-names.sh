# SPDX-License-Identifier: MIT
# A report that leaves out a failing test: the console counts two failures, the report names the known one.
cat > suite <<'P'
#!/usr/bin/env python3
open("j.xml", "w").write('<testsuite><testcase classname="t" name="ok"/><testcase classname="t" name="net"><failure/></testcase></testsuite>')
print("1 passed, 2 failed")
raise SystemExit(1)
P
chmod +x suite
printf 'version: 1\nverify:\n  known_failures: known.yaml\n  commands: [{id: unit, command: ./suite, gate_type: test, report: j.xml}]\n' > assay.yaml
echo '- {test: t.net, reason: no network}' > known.yaml
repo
verify
caught '2 failures, but 1 are named'
