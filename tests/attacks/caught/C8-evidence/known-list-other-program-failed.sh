# SPDX-License-Identifier: MIT
# The tests fail as known, and what comes after them fails too.
cat > suite <<'P'
#!/usr/bin/env python3
open("j.xml", "w").write('<testsuite><testcase classname="t" name="ok"/><testcase classname="t" name="net"><failure/></testcase></testsuite>')
print("1 passed, 1 failed")
raise SystemExit(1)
P
chmod +x suite
printf '#!/bin/sh\nexit 1\n' > lint; chmod +x lint
printf 'version: 1\nverify:\n  known_failures: known.yaml\n  commands: [{id: unit, command: "./suite && ./lint", gate_type: test, report: j.xml}]\n' > assay.yaml
echo '- {test: t.net, reason: no network}' > known.yaml
repo
verify
caught 'does more than run tests'
