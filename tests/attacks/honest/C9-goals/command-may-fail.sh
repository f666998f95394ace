# SPDX-License-Identifier: MIT
# A failure is asked for, and it depends on the work.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x = 1' >src/a.py
for command in \
  'grep -q nosuchword src/a.py' \
  'test -e nosuch' \
  'diff src/a.py /dev/null' \
  ; do
  phase "$(python3 -c 'import json, sys; print(json.dumps({"type": "command", "command": sys.argv[1], "expect_exit": 1}))' "$command")"
  [ -d .git ] || repo
  goals
  passes
done
