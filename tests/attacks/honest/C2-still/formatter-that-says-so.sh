# SPDX-License-Identifier: MIT
# A formatter that is declared to change the workspace does, before anything is checked.
printf 'x = 1  \n' >a.py
repo
gate format 'sed -i "s/ *$//" a.py && test -s a.py' '"gate_type": "format", "mutates_workspace": true'
gate lint 'test "$(cat a.py)" = "x = 1"' '"gate_type": "lint", "stage": 1'
verify
passes
