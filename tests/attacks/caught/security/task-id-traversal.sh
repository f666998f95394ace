# A plan whose task is called like a path.
. "$ATTACKS/words-pipeline.sh"
shop
plan '../../evil shipping.py'
pipeline
not_committed
asked=yes; [ "$status" -ne 0 ] || fail "got a PASS"
[ ! -e "$BOX/evil.yaml" ] || fail "written outside"
