# SPDX-License-Identifier: MIT
# A shell script whose tests are greps.
cat >run.sh <<'R'
#!/bin/sh
set -e
check() { grep -q "$1" words; echo "ok $1"; }
check one
check two
echo "2 passed, 0 failed"
R
printf 'one\ntwo\n' >words
chmod +x run.sh
repo
test_gate unit ./run.sh
verify
passes 2
