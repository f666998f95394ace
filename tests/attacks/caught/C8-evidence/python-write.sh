# SPDX-License-Identifier: MIT
# A command that only shows text runs no tests, whatever the text says.
repo
test_gate unit 'python3 -c "import sys; sys.stdout.write('\''12 passed, 0 failed'\'')"'
verify
caught 'runs no tests|cannot fail|proves nothing|constant|masked'
