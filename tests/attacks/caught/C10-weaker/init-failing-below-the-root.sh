# A failing project below a root that only lints.
. "$ATTACKS/words-init.sh"
printf 'lint:\n\ttest -f Makefile\n' >Makefile; py_tests api/tests/test_a.py 1; sed -i 's/1, 1/1, 22/' api/tests/test_a.py; touch api/setup.py; repo
init_and_verify; caught 'api'
