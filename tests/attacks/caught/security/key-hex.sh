# An agent prints its key as hexadecimal digits.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
printf %s "$ACME_TOKEN" | od -An -v -tx1 | tr -d ' \n'; echo
S
asks dev
leaks_nowhere "$(printf %s "$secret" | od -An -v -tx1 | tr -d " \n")"
is_masked
