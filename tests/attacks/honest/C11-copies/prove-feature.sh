# A feature with its test.
. "$ATTACKS/words-copies.sh"
calculator; feature
prove
passes
