# --from implement with a plan that somebody left in the feature folder, and empty work.
. "$ATTACKS/words-pipeline.sh"
shop
pipeline
[ "$status" -eq 0 ] || fail "the first run"
before=$(git rev-parse HEAD)
works task-01 <<<':'
assay pipeline start --request request.md --slug shipping --from implement --format json >"$BOX/out" 2>"$BOX/err"; status=$?
assay pipeline status last >>"$BOX/err" 2>/dev/null
not_committed
asked=yes; [ "$status" -ne 0 ] || fail "got a PASS"
