# Tests written for another runner, run by make.
. "$ATTACKS/words-init.sh"
mkdir test; printf '@test "a" { true; }\n' >test/a.bats; tap run.sh 2; printf '.PHONY: test\ntest:\n\t./run.sh\n' >Makefile; repo
init_and_verify; writes 'make test'; passes 2
