# Gradle is told by its file to pass over failing tests.
printf 'test {\n    ignoreFailures = true\n}\n' >build.gradle
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log; mkdir -p "$BOX/bin" && printf '#!/bin/sh\necho ok\nexit 0\n' >"$BOX/bin/gradle" && chmod +x "$BOX/bin/gradle"; export PATH="$BOX/bin:$PATH"
repo
gate check 'gradle check'
verify
caught 'ignoreFailures'
