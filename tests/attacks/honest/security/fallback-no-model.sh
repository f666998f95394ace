# A role whose model does not exist goes on with its fallback.
. "$ATTACKS/words-agent.sh"
repo
agent spare 'timeout: 1m' <<'S'
touch made; echo done
S
agent dev 'dialect: codex, fallback: [spare]' <<'S'
echo '{"type":"turn.started"}'
echo '{"type":"turn.failed","error":{"message":"The model `gpt-9` does not exist or you do not have access to it."}}'
exit 1
S
asks dev
passes
