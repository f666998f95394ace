# Task ignores the error.
printf 'version: "3"\ntasks:\n  test:\n    cmds:\n      - cmd: ./check\n        ignore_error: true\n' >Taskfile.yml
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log; mkdir -p "$BOX/bin" && printf '#!/bin/sh\necho ok\nexit 0\n' >"$BOX/bin/task" && chmod +x "$BOX/bin/task"; export PATH="$BOX/bin:$PATH"
repo
gate check 'task test'
verify
caught 'ignore_error'
