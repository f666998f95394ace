# One script is lenient, the other decides.
echo '{"scripts": {"test": ["@lint", "./check"], "lint": "phpcs || true"}}' >composer.json
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README; mkdir -p "$BOX/bin" && printf '#!/bin/sh\n./check\n' >"$BOX/bin/composer" && chmod +x "$BOX/bin/composer"; export PATH="$BOX/bin:$PATH"
repo
gate check 'composer test'
verify
passes
