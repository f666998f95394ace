# What the interpreter keeps of the new code lies in the tree, and would be believed without a look at the source.
. "$ATTACKS/words-proof.sh"
calculator <<W
$CODE
$TESTS
python3 -m compileall -q --invalidation-mode unchecked-hash calc.py
W
passes
