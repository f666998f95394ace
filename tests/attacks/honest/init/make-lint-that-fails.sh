# A linter the project does not pass is left out, and said.
. "$ATTACKS/words-init.sh"
tap run.sh 2; printf 'test:\n\t./run.sh\nlint:\n\t@echo 12 problems; false\n' >Makefile; repo
init_and_verify; never_writes 'make lint'; init_says 'left out make lint'; passes 2
