# The gates were made optional since the last run, all but a trivial one.
. "$ATTACKS/words-pipeline.sh"
shop
pipeline; [ "$status" -eq 0 ] || fail first
sed -i 's/gate_type: test}/gate_type: test, required: false}/' assay.yaml; save
works task-01 <<<'echo "# more" >>shipping.py; echo "# more" >>tests/test_shipping.py'
assay pipeline start --request request.md --slug more --format json >"$BOX/out" 2>"$BOX/err"; status=$?
asked=yes
[ "$status" -ne 0 ] || { says 'required|optional|weaker|less'; ! grep -q '"confidence": *"High"' "$BOX/out" || fail High; }
