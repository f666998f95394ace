# SPDX-License-Identifier: MIT
# An old log, shown by a tool that runs nothing.
cat >out.txt <<'FILE'
5 passed, 0 failed
FILE
gzip -k out.txt; mv out.txt.gz out.gz
repo
test_gate unit 'gzip -dc out.gz'
verify
caught 'runs no tests'
