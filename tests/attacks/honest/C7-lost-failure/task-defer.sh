# A task that tidies up.
printf 'version: "3"\ntasks:\n  test:\n    cmds:\n      - defer: rm -f tmp\n      - cmd: rm log\n        ignore_error: true\n      - ./check\n' >Taskfile.yml
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README; mkdir -p "$BOX/bin" && printf '#!/bin/sh\n./check\n' >"$BOX/bin/task" && chmod +x "$BOX/bin/task"; export PATH="$BOX/bin:$PATH"
repo
gate check 'task test'
verify
passes
