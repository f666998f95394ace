# Between park and resume the variable an agent was to have is taken out of the configuration: it is not started without.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'dialect: claude, env: {ENDPOINT: one}' <<'S'
[ "${ENDPOINT:-}" = one ] || { touch started-without; exit 0; }
echo '{"type":"result","subtype":"error_during_execution","is_error":true,"result":"API Error: 401 invalid x-api-key"}'
S
asks dev
[ "$status" -eq 5 ] || fail "it did not park"
sed -i 's/, env: {ENDPOINT: one}//' assay.yaml
assay agent run --resume one --format json >"$BOX/out" 2>"$BOX/err"
status=$?
asked=yes
[ "$status" -eq 5 ] || fail "status $status instead of 5"
[ ! -e started-without ] || fail "it was started without"
grep -q 'ENDPOINT was set when the run began' "$BOX/out" || fail "it does not say why"
