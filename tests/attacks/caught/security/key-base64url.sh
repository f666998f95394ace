# An agent prints its key in base64 for URLs.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
printf %s "$ACME_TOKEN??>>" | base64 -w 0 | tr "+/" "-_"; echo
S
asks dev
leaks_nowhere "$(printf %s "$secret" | base64 -w 0 | cut -c1-36)"
is_masked
