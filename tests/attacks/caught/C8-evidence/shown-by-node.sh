# SPDX-License-Identifier: MIT
# The same with a line of JavaScript.
cat >out.txt <<'FILE'
5 passed, 0 failed
FILE
repo
test_gate unit 'node -e "console.log(require('\''fs'\'').readFileSync('\''out.txt'\'', '\''utf8'\''))"'
verify
caught 'runs no tests'
