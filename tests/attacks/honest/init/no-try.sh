# Without trying the first way of each kind is written.
. "$ATTACKS/words-init.sh"
tap run.sh 2; printf 'test:\n\t./run.sh\n\ttouch ran\n' >Makefile; repo
assay init --no-try >"$BOX/init.out" 2>"$BOX/init.err" || fail init; [ ! -e ran ] || fail "it was run"; verify; passes 2
