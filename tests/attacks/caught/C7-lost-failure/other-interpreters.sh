# SPDX-License-Identifier: MIT
# A program that starts the check and does not look at how it ended.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
mkdir "$BOX/bin"
for name in lua Rscript expect octave guile elixir gdb; do printf '#!/bin/sh\n./check\nexit 0\n' >"$BOX/bin/$name"; chmod +x "$BOX/bin/$name"; done
export PATH="$BOX/bin:$PATH"
repo
each_gate '' caught 'how (it|the command behind it) ended' <<'E'
lua -e 'os.execute("./check")'
Rscript -e 'system("./check")'
expect -c 'spawn ./check; expect eof'
octave --eval 'system("./check")'
guile -c '(system "./check")'
elixir -e 'System.cmd("./check", [])'
gdb -batch -ex run ./check
E
