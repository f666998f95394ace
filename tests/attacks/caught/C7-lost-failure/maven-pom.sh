# Maven is told by its file to pass over failures.
echo '<project><properties><maven.test.failure.ignore>true</maven.test.failure.ignore></properties></project>' >pom.xml
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log; mkdir -p "$BOX/bin" && printf '#!/bin/sh\necho ok\nexit 0\n' >"$BOX/bin/mvn" && chmod +x "$BOX/bin/mvn"; export PATH="$BOX/bin:$PATH"
repo
gate check 'mvn -B verify'
verify
caught 'succeed whatever'
