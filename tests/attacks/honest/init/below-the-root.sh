# Two projects below a root that has only a linter.
. "$ATTACKS/words-init.sh"
printf 'lint:\n\ttest -f Makefile\n' >Makefile; py_tests api/tests/test_a.py 2; touch api/setup.py; cmake_tests native 1; echo build/ >.gitignore; repo
init_and_verify; passes 3
