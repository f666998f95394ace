# SPDX-License-Identifier: MIT
# A question about what was set the line before.
repo
each_gate '' caught 'cannot fail' <<'E'
x=1; [ $x = 1 ]
x=1; y=2; test "$x" != "$y"
ok=yes; [[ $ok == yes ]]
E
