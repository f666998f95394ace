# A makefile that builds first.
. "$ATTACKS/words-init.sh"
tap run.sh 2; printf 'all: out.txt\nout.txt:\n\tcp run.sh out.txt\ntest: all\n\t./run.sh\n' >Makefile; echo out.txt >.gitignore; repo
init_and_verify; passes 2
