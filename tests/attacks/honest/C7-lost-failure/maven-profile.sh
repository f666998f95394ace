# A profile that is off may be lenient.
echo '<project><profiles><profile><properties><maven.test.failure.ignore>true</maven.test.failure.ignore></properties></profile></profiles></project>' >pom.xml
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README; mkdir -p "$BOX/bin" && printf '#!/bin/sh\n./check\n' >"$BOX/bin/mvn" && chmod +x "$BOX/bin/mvn"; export PATH="$BOX/bin:$PATH"
repo
gate check 'mvn -fae verify'
verify
passes
