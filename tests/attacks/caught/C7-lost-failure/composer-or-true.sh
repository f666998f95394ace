# The script of composer hides it.
echo '{"scripts": {"test": ["@unit"], "unit": "@php check || true"}}' >composer.json
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log; mkdir -p "$BOX/bin" && printf '#!/bin/sh\necho ok\nexit 0\n' >"$BOX/bin/composer" && chmod +x "$BOX/bin/composer"; export PATH="$BOX/bin:$PATH"
repo
gate check 'composer test'
verify
caught 'hides the exit status'
