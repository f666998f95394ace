# CI runs a linter that is not installed here: left out, and said.
. "$ATTACKS/words-init.sh"
py_tests tests/test_a.py 2; touch setup.py
workflow <<'Y'
      - run: no-such-linter-xyz check
      - run: flake8-not-here .
      - run: pylint thing
Y
repo; init_and_verify; passes 2
