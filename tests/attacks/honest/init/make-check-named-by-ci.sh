# CI names the target: check, not test.
. "$ATTACKS/words-init.sh"
tap run.sh 2; printf 'check:\n\t./run.sh\ntest-all:\n\tfalse\n' >Makefile
workflow <<'Y'
      - run: make check
Y
repo; init_and_verify; writes 'command: make check'; passes 2
