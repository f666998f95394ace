# SPDX-License-Identifier: MIT
# TODO beside real points.
cat >run <<'R'
#!/usr/bin/env python3
print('1..3')
print('ok 1 - a')
print('ok 2 - b')
print('not ok 3 - c # TODO')
R
chmod +x run
repo
test_gate unit ./run
verify
passes 2
