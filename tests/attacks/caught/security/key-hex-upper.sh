# An agent prints its key as capital hexadecimal digits.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
printf %s "$ACME_TOKEN" | od -An -v -tx1 | tr -d ' \n' | tr a-f A-F; echo
S
asks dev
leaks_nowhere "$(printf %s "$secret" | od -An -v -tx1 | tr -d " \n" | tr a-f A-F)"
is_masked
