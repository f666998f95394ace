# A test target that only echoes is no test gate.
. "$ATTACKS/words-init.sh"
printf 'all:\n\ttest -f Makefile\ntest:\n\t@echo 5 passed\n' >Makefile; repo
assay init >"$BOX/init.out" 2>"$BOX/init.err"; init_says 'no test gate'; init_says 'nothing in it can fail'
test_gate t 'make test'; verify; caught '.'
