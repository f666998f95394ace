# Test files named x_test.py.
. "$ATTACKS/words-init.sh"
py_tests a_test.py 2; repo; init_and_verify; passes 2
