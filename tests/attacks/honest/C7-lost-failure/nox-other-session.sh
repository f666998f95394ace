# Another session takes 1 for a success.
printf 'def tests(session):\n    session.run("./check")\ndef lint(session):\n    session.run("flake8", success_codes=[0, 1])\n' >noxfile.py
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README; mkdir -p "$BOX/bin" && printf '#!/bin/sh\n./check\n' >"$BOX/bin/nox" && chmod +x "$BOX/bin/nox"; export PATH="$BOX/bin:$PATH"
repo
gate check 'nox -s tests'
verify
passes
