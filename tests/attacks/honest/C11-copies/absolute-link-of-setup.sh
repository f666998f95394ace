# A virtual environment links to the interpreter of the system.
. "$ATTACKS/words-copies.sh"
project 'modules/bin/sh -c true && test -e modules/self' '  setup: mkdir -p modules/bin && ln -s /bin/sh modules/bin/sh && ln -s "$PWD/modules" modules/self
  setup_inputs: [lock]'
verify --commit HEAD
passes 1
verify --commit HEAD
passes 1
