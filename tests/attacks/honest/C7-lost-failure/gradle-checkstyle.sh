# Style is informative, tests are not.
printf 'checkstyle { ignoreFailures = true }\ntest { useJUnitPlatform() }\n' >build.gradle
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README; mkdir -p "$BOX/bin" && printf '#!/bin/sh\n./check\n' >"$BOX/bin/gradle" && chmod +x "$BOX/bin/gradle"; export PATH="$BOX/bin:$PATH"
repo
gate check 'gradle check'
verify
passes
