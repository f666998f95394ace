# SPDX-License-Identifier: MIT
# What the phase says of itself is no evidence, whoever reads it.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x = 1' >src/a.py
each_command 0 caught 'phase says of itself|own words' <<'E'
test -s phase/summary-IMPL-001.md
grep -q criteria phase/summary-IMPL-001.md
ls ./phase/
find . -path './phase/*' -name '*.json'
cat phase/.task/IMPL-001.json | grep -q IMPL
E
