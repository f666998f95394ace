# A key with a quote in it, in the JSON of a CLI.
. "$ATTACKS/words-agent.sh"
repo
secret='aB3xQ9Lm"N4vB2kT8wYc5RdEa1oPs3u'; export ACME_TOKEN=$secret
agent dev 'dialect: claude, pass_env: [ACME_TOKEN]' <<'S'
python3 -c "import os,json; print(json.dumps({'type':'assistant','message':{'id':'m','content':[{'type':'text','text':os.environ['ACME_TOKEN']}]}}))"
echo '{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"done","usage":{"input_tokens":1,"output_tokens":2}}'
S
asks dev
leaks_nowhere "aB3" "9Lm\\\"N4vB2kT8wYc5RdEa1oPs3u"
is_masked
