# SPDX-License-Identifier: MIT
# Two gates at the same time, and one changes what the other reads: which of both was checked, nobody could say.
printf '1\n' >number
repo
gate reads 'sleep 0.4; grep -q 1 number' '"parallel_safe": true'
gate writes 'sleep 0.1; echo 1 >>number; echo 2 >>number' '"parallel_safe": true'
verify
caught 'number'
