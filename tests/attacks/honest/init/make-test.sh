# The test target of a makefile.
. "$ATTACKS/words-init.sh"
tap run.sh 3; printf 'test:\n\t./run.sh\n' >Makefile; repo
init_and_verify; passes 3
