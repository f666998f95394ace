# An agent prints a key of Anthropic nobody knew of.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'timeout: 1m' <<'S'
echo "found sk-ant-api03-AbCdEfGh0123456789 in a file"
S
asks dev
leaks_nowhere sk-ant-api03-AbCdEfGh0123456789
is_masked
