# A folder named like the target: make has nothing to do, so nothing was tested.
. "$ATTACKS/words-init.sh"
mkdir test; touch test/x; tap run.sh 2; printf 'test:\n\t./run.sh\n' >Makefile; repo
init_and_verify; caught 'test'
