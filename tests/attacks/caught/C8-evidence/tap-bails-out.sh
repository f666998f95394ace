# SPDX-License-Identifier: MIT
# A stream of TAP that gives up after its points, and ends with 0.
cat >run <<'R'
#!/usr/bin/env python3
for line in ["1..2", "ok 1 - a", "ok 2 - b", "Bail out! no database"]: print(line)
R
chmod +x run
repo
test_gate unit './run'
verify
caught '1 failed .TAP'
