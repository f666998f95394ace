# make test fails: no other way to a green is taken.
. "$ATTACKS/words-init.sh"
py_tests tests/test_a.py 2; tap run.sh 2; sed -i 's/-gt/-lt/' run.sh; printf 'test:\n\t./run.sh\n' >Makefile; repo
init_and_verify; caught 'test'
