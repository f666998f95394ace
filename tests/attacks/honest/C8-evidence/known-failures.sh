# SPDX-License-Identifier: MIT
# A failure that is on the list, named by the report, is let through; the verdict names it.
cat > suite <<'P'
#!/usr/bin/env python3
open("j.xml", "w").write('<testsuite><testcase classname="t" name="ok"/><testcase classname="t" name="net[1]"><failure/></testcase></testsuite>')
print("1 passed, 1 failed")
raise SystemExit(1)
P
chmod +x suite
printf 'version: 1\nverify:\n  known_failures: tests/known.yaml\n  commands: [{id: unit, command: "cd . && ./suite", gate_type: test, report: j.xml}]\n' > assay.yaml
mkdir tests
echo '- {test: "t.net[*]", reason: no network, owner: ann, until: 2999-12-31}' > tests/known.yaml
repo
verify
passes 2
says 'known_failures: t.net\[1\]'
