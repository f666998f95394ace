# An agent prints its key.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
echo "my key is $ACME_TOKEN"
S
asks dev
leaks_nowhere "$secret"
is_masked
