# A makefile that builds the test program and leaves running it to people.
. "$ATTACKS/words-init.sh"
tap suite.sh 3; printf 'all: unit-test\nunit-test: suite.sh\n\tinstall -m 755 suite.sh unit-test # cc -o unit-test suite.c\n' >Makefile; echo unit-test >.gitignore; repo
init_and_verify; writes 'unit-test'; passes 3
