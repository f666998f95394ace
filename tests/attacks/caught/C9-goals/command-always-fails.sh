# SPDX-License-Identifier: MIT
# A failure is asked for, and the command has no other end.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x = 1' >src/a.py
for command in \
  'exit 1' \
  'false' \
  'ls src; exit 1' \
  '! true' \
  '(exit 1)' \
  'sh -c '\''exit 1'\''' \
  'test 1 = 2' \
  ; do
  phase "$(python3 -c 'import json, sys; print(json.dumps({"type": "command", "command": sys.argv[1], "expect_exit": 1}))' "$command")"
  [ -d .git ] || repo
  goals
  caught 'cannot end in any other way'
done
