# A reviewer rewrites the plan and the reports.
. "$ATTACKS/words-pipeline.sh"
shop
also reviewer <<<'sed -i s/scripted/evil/ "$main/$feature/plan-output.yaml" "$main/$feature"/implementation-reports/*.yaml'
pipeline
asked=yes
[ "$status" -ne 0 ] || fail "got a PASS"
not_committed
