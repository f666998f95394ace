# unittest in a package below the package.
. "$ATTACKS/words-init.sh"
mkdir -p pkg/tests; touch pkg/__init__.py pkg/tests/__init__.py; py_tests pkg/tests/test_a.py 2; touch setup.py; repo
init_and_verify; passes 2
