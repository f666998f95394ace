# SPDX-License-Identifier: MIT
# The same tools beside or before a test run.
cat >run <<'R'
#!/usr/bin/env python3
import sys
sys.exit(print("12 passed, 0 failed") if 1 + 1 == 2 else 1)
R
chmod +x run; tar cf log.tar run
printf '$(info testing)\nall:\n\t@./run\n' >Makefile
repo
each_gate '"gate_type": "test"' passes <<'E'
tar xf log.tar && ./run
make all
find . -name run -exec python3 {} +
cmake -E env X=1 ./run
E
