# --from implement without anything that was planned.
. "$ATTACKS/words-pipeline.sh"
shop
pipeline --from implement
asked=yes
[ "$status" -ne 0 ] || fail "got a PASS"
