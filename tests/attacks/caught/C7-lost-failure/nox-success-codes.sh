# A failure is called a success.
printf 'import nox\n@nox.session\ndef tests(session):\n    session.run("./check", success_codes=[0, 1])\n' >noxfile.py
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log; mkdir -p "$BOX/bin" && printf '#!/bin/sh\necho ok\nexit 0\n' >"$BOX/bin/nox" && chmod +x "$BOX/bin/nox"; export PATH="$BOX/bin:$PATH"
repo
gate check 'nox -s tests'
verify
caught 'success_codes'
