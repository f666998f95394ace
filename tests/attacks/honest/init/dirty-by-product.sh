# Tests that leave new files behind.
. "$ATTACKS/words-init.sh"
tap run.sh 2; printf 'test:\n\t./run.sh\n\ttouch report.txt\n' >Makefile; repo; init_and_verify; passes 2; verify; passes 2
