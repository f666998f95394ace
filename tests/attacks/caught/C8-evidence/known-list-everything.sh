# SPDX-License-Identifier: MIT
# A line that fits every test.
printf 'version: 1\nverify:\n  known_failures: known.yaml\n  commands: [{id: unit, command: ./suite, gate_type: test, report: j.xml}]\n' > assay.yaml
echo '- {test: "*", reason: all of it}' > known.yaml
repo
verify
refused "known.yaml:1: test: '[*]' fits almost every test"
