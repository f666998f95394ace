# The commands of tox stand in pyproject.toml.
printf '[tool.tox.env_run_base]\ncommands = [["-", "./check"]]\n' >pyproject.toml
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log; mkdir -p "$BOX/bin" && printf '#!/bin/sh\necho ok\nexit 0\n' >"$BOX/bin/tox" && chmod +x "$BOX/bin/tox"; export PATH="$BOX/bin:$PATH"
repo
gate check 'tox'
verify
caught 'the .-. in front'
