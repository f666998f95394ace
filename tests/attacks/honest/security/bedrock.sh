# claude gets the keys of the cloud it is set up for.
. "$ATTACKS/words-agent.sh"
repo
export CLAUDE_CODE_USE_BEDROCK=1 AWS_SECRET_ACCESS_KEY=a-key-of-aws-4444
agent dev 'dialect: claude' <<'S'
[ -n "$AWS_SECRET_ACCESS_KEY" ] || exit 9
touch made
echo '{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"done","usage":{"input_tokens":1,"output_tokens":2}}'
S
asks dev
passes
