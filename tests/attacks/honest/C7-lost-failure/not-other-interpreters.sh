# SPDX-License-Identifier: MIT
# They look at how it ended.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
mkdir "$BOX/bin"
for name in lua Rscript expect octave guile elixir gdb; do printf '#!/bin/sh\nexec ./check\n' >"$BOX/bin/$name"; chmod +x "$BOX/bin/$name"; done
export PATH="$BOX/bin:$PATH"
repo
each_gate '' passes <<'E'
lua -e 'os.exit(os.execute("./check"))'
Rscript -e 'quit(status = system("./check"))'
Rscript -e 'devtools::test()'
expect -c 'spawn ./check; expect eof; exit [lindex [wait] 3]'
octave --eval 'exit(system("./check"))'
guile -c '(exit (system "./check"))'
elixir -e '{_, 0} = System.cmd("./check", [])'
gdb -batch -return-child-result -ex run ./check
E
