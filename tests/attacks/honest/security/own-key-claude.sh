# claude gets its own key.
. "$ATTACKS/words-agent.sh"
repo
export ANTHROPIC_API_KEY=a-key-of-its-own-1
agent dev 'dialect: claude' <<'S'
[ "$ANTHROPIC_API_KEY" = a-key-of-its-own-1 ] || exit 9
touch made
echo '{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"done","usage":{"input_tokens":1,"output_tokens":2}}'
S
asks dev
passes
