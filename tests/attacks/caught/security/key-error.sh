# A CLI tells the key in its error.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'dialect: codex, pass_env: [ACME_TOKEN]' <<'S'
echo '{"type":"turn.started"}'; printf '{"type":"turn.failed","error":{"message":"unexpected status 401: bad key %s"}}\n' "$ACME_TOKEN"; exit 1
S
asks dev
leaks_nowhere "$secret"
is_masked
