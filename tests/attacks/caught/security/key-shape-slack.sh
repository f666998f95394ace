# An agent prints a Slack token nobody knew of.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'timeout: 1m' <<'S'
echo "found xoxb-123456789012-abcdefghijkl in a file"
S
asks dev
leaks_nowhere xoxb-123456789012-abcdefghijkl
is_masked
