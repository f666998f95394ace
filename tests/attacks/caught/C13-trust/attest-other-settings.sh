# The gates are the commit's, and run with variables of another file. Gain: a statement about gates that were told what to find.
cat >assay.yaml <<'Y'
version: 1
verify: {commands: [{id: five, command: 'test "$ANSWER" = 5'}], env: {ANSWER: "4"}}
Y
repo
sed 's/"4"/"5"/' assay.yaml >"$BOX/mine.yaml"
assay --config "$BOX/mine.yaml" verify >"$BOX/out" 2>"$BOX/err" || fail "the gate does not pass with other settings"
assay attest HEAD >"$BOX/out" 2>"$BOX/err"; status=$?
refused 'settings'
