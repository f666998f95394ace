# The set-up makes the tests easier.
. "$ATTACKS/words-copies.sh"
project 'false' '  setup: printf "#!/bin/sh\\necho 1..1; echo ok 1\\n" > run-tests'
verify --commit HEAD
caught 'changes files that git sees: run-tests'
