# A CLI tells a command with the key in it.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'dialect: codex, pass_env: [ACME_TOKEN]' <<'S'
echo '{"type":"turn.started"}'; printf '{"type":"item.completed","item":{"id":"1","type":"command_execution","command":"curl -H %s","aggregated_output":"%s","exit_code":0,"status":"completed"}}\n' "$ACME_TOKEN" "$ACME_TOKEN"; echo '{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}'
S
asks dev
leaks_nowhere "$secret"
is_masked
