# SPDX-License-Identifier: MIT
# A folder that is only named alike.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x = 1' >src/a.py
mkdir phase2 && echo y >phase2/b.txt
for command in \
  'test -s phase2/b.txt' \
  'grep -q y phase2/b.txt' \
  ; do
  phase "$(python3 -c 'import json, sys; print(json.dumps({"type": "command", "command": sys.argv[1], "expect_exit": 0}))' "$command")"
  [ -d .git ] || repo
  goals
  passes
done
