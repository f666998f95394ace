# SPDX-License-Identifier: MIT
# The words in the name of a test, or in a comment, end nothing.
cat >run <<'R'
#!/usr/bin/env python3
for line in ["1..2", "ok 1 - Bail out! is understood", "# Bail out! was sent", "ok 2 - b"]: print(line)
R
chmod +x run
repo
test_gate unit './run'
verify
passes 2
