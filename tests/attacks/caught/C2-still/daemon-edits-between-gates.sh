# SPDX-License-Identifier: MIT
# Something that the first gate left behind changes the code before the second one looks: each gate would have seen another tree.
printf 'ok\n' >state.txt
repo
gate first 'test -s state.txt; (setsid sh -c "sleep 0.2; echo broken >state.txt" >/dev/null 2>&1 &)'
gate second 'sleep 0.6; test -s state.txt' '"stage": 1'
verify
caught 'state\.txt|left|daemon|background|detached|behind'
