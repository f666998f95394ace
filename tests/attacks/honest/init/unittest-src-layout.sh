# A package in src/ and a virtual environment that is not there.
. "$ATTACKS/words-init.sh"
mkdir -p src/thing; echo 'x = 1' >src/thing/__init__.py; py_tests tests/test_a.py 2; printf '[project]\nname = "thing"\n' >pyproject.toml; repo
init_and_verify; passes 2
