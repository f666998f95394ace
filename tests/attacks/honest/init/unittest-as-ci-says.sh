# CI says how unittest is started.
. "$ATTACKS/words-init.sh"
py_tests checks/test_all.py 2; touch checks/__init__.py setup.py
workflow <<'Y'
      - run: python -m unittest checks.test_all
Y
repo; init_and_verify; writes 'unittest checks.test_all'; passes 2
