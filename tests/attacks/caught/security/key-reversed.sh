# An agent prints its key backwards.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
rev <<<"$ACME_TOKEN"
S
asks dev
leaks_nowhere "$(rev <<<"$secret")"
is_masked
