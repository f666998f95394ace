# codex gets its own key.
. "$ATTACKS/words-agent.sh"
repo
export OPENAI_API_KEY=a-key-of-its-own-1
agent dev 'dialect: codex' <<'S'
[ "$OPENAI_API_KEY" = a-key-of-its-own-1 ] || exit 9
touch made
echo '{"type":"turn.started"}'; echo '{"type":"item.completed","item":{"id":"1","type":"agent_message","text":"done"}}'; echo '{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}'
S
asks dev
passes
