# A roadmap whose planner is not logged in parks; after the login it goes on, and its goals are checked inside it: the run is the only one, and its journal has them.
. "$ATTACKS/words-pipeline.sh"
shop
sed -i 's|agents:|agents:\n  planner: {command: ["'"$HOME"'/planner"], dialect: claude}|; s/definition: quick/definition: roadmap/' assay.yaml
save
cat >"$HOME/planner" <<'SH'
#!/usr/bin/env bash
cat >/dev/null
if [ ! -f "$HOME/login" ]; then
  echo '{"type":"result","subtype":"error_during_execution","is_error":true,"result":"API Error: 401 invalid x-api-key"}'
  exit 1
fi
cd "$ASSAY_FEATURE_DIR" && mkdir -p phase-1/.task && cd phase-1
cat >.task/IMPL-101.json <<'J'
{"id": "IMPL-101", "title": "Shipping", "description": "do it", "depends_on": [], "files": [{"path": "shipping.py", "action": "create"}, {"path": "tests/test_shipping.py", "action": "create"}],
 "convergence": {"criteria": ["File `shipping.py` exists"], "verification": "python3 -m unittest discover -s tests -t . -v", "definition_of_done": "done"}}
J
echo "# Plan" >IMPL_PLAN.md
printf 'completion:\n  status: DONE\n  summary: planned\n  severity: null\n  findings_count: 0\n  risk_level: green\n  output_paths: [plan.yaml]\n' >plan.yaml
echo '{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"done","usage":{"input_tokens":1,"output_tokens":2}}'
SH
chmod +x "$HOME/planner"
plan 'IMPL-101 shipping.py tests/test_shipping.py'
also implementer <<'SH'
mkdir -p "$feature/phase-1/reports"
mv "$feature/implementation-reports/IMPL-101.yaml" "$feature/phase-1/reports/IMPL-101.yaml"
rmdir "$feature/implementation-reports"
sed -i 's|implementation-reports/|phase-1/reports/|' "$feature/phase-1/reports/IMPL-101.yaml"
echo "# Shipping" >"$feature/phase-1/summary-IMPL-101.md"
SH
pipeline
[ "$status" -eq 5 ] || fail "it did not park: $status"
touch "$HOME/login"
resume_it
passes
committed shipping.py docs/feature/shipping/phase-1/verification.md
assay ledger sql "SELECT kind FROM events" | grep -q goals_planned || fail "no goals were planned in the run"
assay ledger sql "SELECT kind FROM events" | grep -q workspace_inspected || fail "nobody looked for what was promised"
[ "$(assay ledger sql "SELECT count(*) FROM runs" | tail -n 1)" = 1 ] || fail "another run was needed for the goals"
