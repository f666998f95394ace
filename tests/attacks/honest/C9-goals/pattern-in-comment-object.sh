# An object pattern means what it says: text, wherever it stands.
. "$ATTACKS/words-goals.sh"
mkdir src && echo '// SPDX-License-Identifier: MIT' >src/a.c
phase '{"type": "pattern", "pattern": "SPDX-License-Identifier: MIT", "paths": ["src/"]}, "src/a.c contains `SPDX`"'
repo
goals
passes
