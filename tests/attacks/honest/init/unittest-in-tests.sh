# unittest in tests/ without a package.
. "$ATTACKS/words-init.sh"
py_tests tests/test_a.py 3; repo; init_and_verify; passes 3
