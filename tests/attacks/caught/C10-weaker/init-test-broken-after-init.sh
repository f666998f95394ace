# init saw a green; the tests fail later.
. "$ATTACKS/words-init.sh"
py_tests tests/test_a.py 2; repo; assay init --quiet >/dev/null 2>&1 || fail init; sed -i 's/1, 1/1, 22/' tests/test_a.py; verify; caught 'test'
