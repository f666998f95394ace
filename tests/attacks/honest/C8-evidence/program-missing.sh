# SPDX-License-Identifier: MIT
# A program that is not there is ERROR, with its name and what else there is.
mkdir -p .venv/bin; printf '#!/bin/sh\n' >.venv/bin/pytest-not-there; chmod +x .venv/bin/pytest-not-there
repo
test_gate unit 'uvx-not-there run pytest'
test_gate other 'pytest-not-there -q'
verify
asked=yes
[ "$status" -eq 3 ] || fail "status $status, wanted 3"
says 'program_missing: uvx-not-there'
says 'there is .venv/bin/pytest-not-there'
never_says 'JUnit'
