# Commands that compile or lint: their exit status is all they have to say.
. "$ATTACKS/words-goals.sh"
mkdir -p bin && printf '#!/bin/sh\nexit 0\n' >bin/cargo && chmod +x bin/cargo
export PATH="$PWD/bin:$PATH"
phase '"`cargo check` passes", {"type": "command", "command": "cargo build"}'
repo
goals
passes
