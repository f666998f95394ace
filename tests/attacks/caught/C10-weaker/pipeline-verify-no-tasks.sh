# The verify step looks at a plan that has no tasks.
. "$ATTACKS/words-pipeline.sh"
shop
: >"$HOME/plan"
pipeline
not_committed
asked=yes; [ "$status" -ne 0 ] || fail "got a PASS"
