# CI runs a script.
. "$ATTACKS/words-init.sh"
tap ci/unit-tests 3
workflow <<'Y'
      - run: ./ci/unit-tests
Y
repo; init_and_verify; writes 'command: .*ci/unit-tests'; passes 3
