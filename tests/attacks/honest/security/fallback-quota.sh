# A role whose quota is used up goes on with its fallback.
. "$ATTACKS/words-agent.sh"
repo
agent spare 'timeout: 1m' <<'S'
touch made; echo done
S
agent dev 'dialect: codex, fallback: [spare]' <<'S'
echo '{"type":"turn.started"}'
echo '{"type":"turn.failed","error":{"message":"You have hit your usage limit. Try again at 11:48 AM."}}'
exit 1
S
asks dev
passes
