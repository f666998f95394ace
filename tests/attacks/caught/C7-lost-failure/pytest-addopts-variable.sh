# The variable tells pytest to run nothing.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log; mkdir -p "$BOX/bin" && printf '#!/bin/sh\necho ok\nexit 0\n' >"$BOX/bin/pytest" && chmod +x "$BOX/bin/pytest"; export PATH="$BOX/bin:$PATH"
repo
gate check 'PYTEST_ADDOPTS=--collect-only pytest -q'
verify
caught 'lists the tests'
