# convergence.verification looks for something.
. "$ATTACKS/words-goals.sh"
mkdir src && echo '#define BUDGET 3' >src/b.h
verified 'grep -q BUDGET src/b.h'
repo
goals
passes
