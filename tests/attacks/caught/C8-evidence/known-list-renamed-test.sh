# SPDX-License-Identifier: MIT
# A failing test is renamed so that a wildcard of the list fits it: the base has no such test.
cat > suite <<'P'
#!/usr/bin/env python3
tests = dict(line.split() for line in open("tests.txt"))
failed = [n for n in tests if tests[n] == "fail"]
cases = "".join('<testcase classname="t" name="%s">%s</testcase>' % (n, "<failure/>" if n in failed else "") for n in tests)
open("j.xml", "w").write("<testsuite>" + cases + "</testsuite>")
print("%d passed, %d failed" % (len(tests) - len(failed), len(failed)))
raise SystemExit(1 if failed else 0)
P
chmod +x suite
printf 'version: 1\nverify:\n  known_failures: known.yaml\n  commands: [{id: unit, command: ./suite, gate_type: test, report: j.xml}]\n' > assay.yaml
echo '- {test: "t.net*", reason: no network}' > known.yaml
echo j.xml > .gitignore
printf 'sums pass\ntax pass\nnet fail\n' > tests.txt
repo
verify; [ "$status" -eq 0 ] || fail "the base itself is let through"
git checkout -q -b work
printf 'sums pass\nnet_tax fail\nnet fail\n' > tests.txt
verify
caught 't.net_tax: was not there on the base'
