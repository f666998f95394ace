# The interpreter of .venv is taken, although uv.lock is there and uv is not.
. "$ATTACKS/words-init.sh"
mkdir -p .venv/bin; ln -s "$(command -v python3)" .venv/bin/python; echo .venv >.gitignore; touch uv.lock setup.py; py_tests tests/test_a.py 2; repo
init_and_verify; writes '.venv/bin/python'; passes 2
