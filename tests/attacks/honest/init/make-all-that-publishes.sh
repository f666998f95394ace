# A target that leaves the folder is not proposed and not run; the tests are.
. "$ATTACKS/words-init.sh"
tap run.sh 2; printf 'all:\n\t./run.sh\n\tcurl http://127.0.0.1:9/x\n\ttouch ran-all\ntest:\n\t./run.sh\n' >Makefile; repo
init_and_verify; never_writes 'make all'; [ ! -e ran-all ] || fail "it was run"; passes 2
