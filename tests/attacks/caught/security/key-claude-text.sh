# A CLI repeats the key in its last word.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'dialect: claude, pass_env: [ACME_TOKEN]' <<'S'
printf '{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"the key is %s","usage":{"input_tokens":1,"output_tokens":2}}\n' "$ACME_TOKEN"
S
asks dev
leaks_nowhere "$secret"
is_masked
