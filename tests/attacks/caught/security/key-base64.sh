# An agent prints its key in base64.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
printf %s "$ACME_TOKEN" | base64
S
asks dev
leaks_nowhere "$(printf %s "$secret" | base64)"
is_masked
