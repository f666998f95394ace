# pytest is told by its file to run nothing.
printf '[pytest]\naddopts = --collect-only\n' >pytest.ini
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log; mkdir -p "$BOX/bin" && printf '#!/bin/sh\necho ok\nexit 0\n' >"$BOX/bin/pytest" && chmod +x "$BOX/bin/pytest"; export PATH="$BOX/bin:$PATH"
repo
gate check 'pytest -q'
verify
caught 'lists the tests'
