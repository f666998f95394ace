# A text agent whose chatter speaks of authentication and limits has still done its work.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'timeout: 1m' <<'S'
echo "added authentication and a rate limit" >&2
touch made; echo "implemented"
S
asks dev
passes
