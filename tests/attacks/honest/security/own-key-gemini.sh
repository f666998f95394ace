# gemini gets its own key.
. "$ATTACKS/words-agent.sh"
repo
export GEMINI_API_KEY=a-key-of-its-own-1
agent dev 'dialect: gemini' <<'S'
[ "$GEMINI_API_KEY" = a-key-of-its-own-1 ] || exit 9
touch made
echo '{"type":"init","model":"m"}'; echo '{"type":"message","role":"assistant","content":"done"}'; echo '{"type":"result","status":"success","stats":{"total_tokens":3,"input_tokens":1,"output_tokens":2}}'
S
asks dev
passes
