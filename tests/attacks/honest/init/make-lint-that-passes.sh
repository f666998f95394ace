# A linter that passes is required.
. "$ATTACKS/words-init.sh"
tap run.sh 2; printf 'test:\n\t./run.sh\nlint:\n\ttest -f Makefile\n' >Makefile; repo
init_and_verify; writes 'make lint'; passes 2
