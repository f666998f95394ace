# An agent prints its key on standard error.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
echo "my key is $ACME_TOKEN" >&2; echo done
S
asks dev
leaks_nowhere "$secret"
is_masked
