# A key in assay.yaml is not accepted; a person writes the new one there and goes on.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'dialect: claude, env: {MY_TOKEN: old-value-1}' <<S
if [ "\$MY_TOKEN" != new-value-2 ]; then
  echo '{"type":"result","subtype":"error_during_execution","is_error":true,"result":"API Error: 401 invalid x-api-key"}'
else
  touch made
  echo '$done_line'
fi
S
asks dev
[ "$status" -eq 5 ] || fail "it did not park"
sed -i 's/old-value-1/new-value-2/' assay.yaml
assay agent run --resume one --format json >"$BOX/out" 2>"$BOX/err"
status=$?
passes
[ -f made ] || fail "the agent did not get the new one"
