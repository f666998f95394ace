# A CLI that tells its key is still read to the end.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'dialect: claude, pass_env: [ACME_TOKEN]' <<'S'
printf '{"type":"assistant","message":{"id":"m","model":"x","content":[{"type":"text","text":"key %s"}]}}\n' "$ACME_TOKEN"
touch made
printf '{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"done with %s","usage":{"input_tokens":1,"output_tokens":2}}\n' "$ACME_TOKEN"
S
asks dev
passes
says '"broken_lines": 0'
says 'done with .masked.'
