# SPDX-License-Identifier: MIT
# What the phase says of itself is no evidence, whoever reads it.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x = 1' >src/a.py
for command in \
  'test -s phase/summary-IMPL-001.md' \
  'grep -q criteria phase/summary-IMPL-001.md' \
  'ls ./phase/' \
  'cat phase/.task/IMPL-001.json | grep -q IMPL' \
  ; do
  phase "$(python3 -c 'import json, sys; print(json.dumps({"type": "command", "command": sys.argv[1], "expect_exit": 0}))' "$command")"
  [ -d .git ] || repo
  goals
  caught 'phase says of itself|own words'
done
