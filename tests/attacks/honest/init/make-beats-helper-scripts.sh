# Helper scripts in tests/ are no unittest tests; make test is the project's way.
. "$ATTACKS/words-init.sh"
tap run.sh 4; mkdir tests; printf 'print("helper")\n' >tests/test_helper.py
printf 'test:\n\t./run.sh\n' >Makefile; repo
init_and_verify; never_writes unittest; passes 4
