# SPDX-License-Identifier: MIT
# A text that is put together.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'a="./che"; b="ck || true"; eval "$a$b"'
verify
caught '.'
